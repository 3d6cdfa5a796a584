// How many steps a frame gets. The speed is a number of steps per second of the wall clock (or as many as there is time
// for), never "so many per refresh": a display of 144 Hz and a run without one show the same wave at the same pace. And
// the window must hold the display's rate: what a frame may spend on steps follows from the measured time of a step and
// from whether the last frames came in time. Where drawing alone takes too long for that, a frame waits for its steps
// for a little more than half as long as it draws: the steps run beside the drawing and have the processor to
// themselves afterwards. Both hold only as far as the window still answers: by what the slowest of the last batches
// cost, no batch takes longer than a tenth of a second, so that a machine that becomes busy is answered in one frame.
#pragma once

#include <cstdint>

#include "app/model/command.h"

namespace ez {

// The middle one of the last three: one frame in which another program had the processor says nothing, two do.
class MiddleOfThree {
 public:
  explicit MiddleOfThree(double start) : before_(start), last_(start) {}
  double add(double value);
  double largest_of_two() const { return before_ < last_ ? last_ : before_; }  // of the last two

 private:
  double before_, last_;
};

class FrameClock {
 public:
  // `share`: the largest part of the display's period, 0 … 1, that may go into steps.
  FrameClock(double display_hz, double share);

  // Before the steps of every frame; `now` in s. `waited`: for how much of the time since the last call the frame did
  // nothing but wait for steps. `frames`: how many the window has drawn since then; more than one where a batch took
  // longer than a frame waits for it.
  void begin_frame(double now, double waited, int frames = 1);
  // What the engine alone took for steps that are finished.
  void measured(std::uint64_t steps, double seconds);
  // The steps of this frame. steps_per_second is what SpeedSetting::periods_per_second means in this scene, 0 when it
  // has no period: as many as there is time for then.
  int steps(const SpeedSetting& speed, double steps_per_second);
  // Steps that take about `seconds`, at least a pass: batches are kept short so that the window answers.
  int steps_within(double seconds) const;
  // The engine goes over memory once for so many steps: a pass of a large grid costs as much as one or two steps by
  // themselves. Full speed is given in whole passes, and so is a set speed that single steps cannot hold.
  void set_pass(int steps);
  // Nothing is owed for the time that passed: after a pause, a reset, a new scene.
  void forget();

  double step_seconds() const { return step_seconds_; }  // 0: not known yet
  double budget() const { return budget_; }              // s per frame for steps
  double patience() const;                               // s to wait for steps before the window goes on without

 private:
  bool draws_slowly() const;
  double wanted_wait() const;
  double affordable() const;
  double bearable() const;               // steps that a frame may have in any case
  int whole_passes(double steps) const;  // at least one
  int full_speed(double steps);          // in whole passes, on the mean of the frames

  double interval_, most_, budget_, ceiling_;  // s: the display's period; for steps: at most, now, up to where it grows
  double own_ = 0;                             // s that a frame takes beside waiting for steps, smoothed
  double last_ = -1, elapsed_ = 0, waited_ = 0;  // s: last begin_frame(), since then, of that waiting for steps
  MiddleOfThree frames_{interval_}, waits_{0}, costs_{0};  // of elapsed_, of the time waited, of what a step took
  double slowest_ = 0, usual_ = 0;  // s a step: in the slower of the last two batches, in the middle one of three
  bool late_ = false;               // two of the last three frames missed the display's rate
  bool overran_ = false;            // the last batch was not done in its frame
  double owed_ = 0;                 // steps that the speed asks for and that are not given yet
  double step_seconds_ = 0;
  int given_ = 1;  // steps of the last frame
  int pass_ = 1;
  double left_over_ = 0;    // steps that there was time for in the last frames, less than a pass
  bool by_passes_ = false;  // of a set speed
};

}  // namespace ez
