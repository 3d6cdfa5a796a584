// Decides how many steps each frame gets. The speed is a number of steps per second of wall clock, or as many as
// possible. It does not depend on the refresh rate: the wave has the same pace on a 144 Hz display and without a
// display.
//
// The window must also hold the display's rate. The time for steps therefore follows from the measured time of a step
// and from whether the last frames were late. If drawing alone takes too long, a frame waits for its steps for a little
// more than half of its drawing time. The steps run in parallel with the drawing, and use the processor alone after it.
//
// In both cases the window must stay responsive. Judging by the slowest of the last batches, no batch takes longer than
// 0.1 s, so that the clock reacts to a busy machine within one frame.
#pragma once

#include <cstdint>

#include "app/model/command.h"

namespace ez {

// Median of the last three values. One frame during which another program used the processor is ignored, two are not.
class MiddleOfThree {
 public:
  explicit MiddleOfThree(double start) : before_(start), last_(start) {}
  double add(double value);
  double largest_of_two() const { return before_ < last_ ? last_ : before_; }  // of the last two values

 private:
  double before_, last_;
};

class FrameClock {
 public:
  // `share`: the largest fraction of the display's period, 0 … 1, that steps may take.
  FrameClock(double display_hz, double share);

  // Call it before the steps of every frame; `now` in s. `waited`: time since the last call that the frame spent only
  // waiting for steps. `frames`: number of frames drawn since then. It exceeds 1 if a batch took longer than a frame
  // waits for it.
  void begin_frame(double now, double waited, int frames = 1);
  // Reports the time that the engine alone took for finished steps.
  void measured(std::uint64_t steps, double seconds);
  // Returns the steps of this frame. steps_per_second is SpeedSetting::periods_per_second converted for this scene. It
  // is 0 for a scene without a period, which then gets as many steps as possible.
  int steps(const SpeedSetting& speed, double steps_per_second);
  // Returns the steps that take about `seconds`, at least a pass. Short batches keep the window responsive.
  int steps_within(double seconds) const;
  // Sets the number of steps that the engine makes in one pass over memory. On a large grid a pass costs as much as one
  // or two separate steps. Full speed uses whole passes, and so does a set speed that single steps cannot reach.
  void set_pass(int steps);
  // Drops the steps due for the elapsed time: after a pause, a reset or a new scene.
  void forget();

  double step_seconds() const { return step_seconds_; }  // 0: not known yet
  double budget() const { return budget_; }              // s per frame for steps
  double patience() const;                               // s to wait for steps before the window continues without them

 private:
  bool draws_slowly() const;
  double wanted_wait() const;
  double affordable() const;
  double bearable() const;               // upper limit of the steps of a frame
  int whole_passes(double steps) const;  // at least one pass
  int full_speed(double steps);          // in whole passes, averaged over the frames

  double interval_, most_, budget_, ceiling_;    // s: display period; time for steps (maximum, present value, limit of
                                                 // quick growth)
  double own_ = 0;                               // s of a frame without waiting for steps, smoothed
  double last_ = -1, elapsed_ = 0, waited_ = 0;  // s: last begin_frame(), time since then, part of it spent waiting for
                                                 // steps
  MiddleOfThree frames_{interval_}, waits_{0}, costs_{0};  // s: frame, waiting for steps, cost of a step
  double slowest_ = 0, usual_ = 0;  // s per step: slower of the last two batches, median of the last three
  bool late_ = false;               // two of the last three frames missed the display's rate
  bool overran_ = false;            // the last batch did not finish within its frame
  double owed_ = 0;                 // steps due at the set speed that have not been given yet
  double step_seconds_ = 0;
  int given_ = 1;  // steps of the last frame
  int pass_ = 1;
  double left_over_ = 0;    // steps, less than a pass, that the last frames had time left for
  bool by_passes_ = false;  // for a set speed
};

}  // namespace ez
