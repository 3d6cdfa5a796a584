// How many steps a frame gets. The speed is a number of steps per second of the wall clock (or as many as there is time
// for), never "so many per refresh": a display of 144 Hz and a run without one show the same wave at the same pace. And
// the window must hold the display's rate: what a frame may spend on steps follows from the measured time of a step and
// from whether the last frames came in time.
#pragma once

#include <cstdint>

#include "app/command.h"

namespace ez {

class FrameClock {
 public:
  // share: the largest part of a frame that may go into steps.
  FrameClock(double display_hz, double share);

  // At the start of every frame; `now` in s.
  void begin_frame(double now);
  // What the engine alone took for steps that are finished.
  void measured(std::uint64_t steps, double seconds);
  // The steps of this frame. steps_per_second is what SpeedSetting::periods_per_second means in this scene, 0 when it
  // has no period: as many as there is time for then.
  int steps(const SpeedSetting& speed, double steps_per_second);
  // Steps that take about `seconds`, at least one: batches are kept short so that the window answers.
  int steps_within(double seconds) const;
  // Nothing is owed for the time that passed: after a pause, a reset, a new scene.
  void forget();

  double step_seconds() const { return step_seconds_; }  // 0: not known yet
  double budget() const { return budget_; }              // s per frame for steps

 private:
  double interval_, most_, budget_, ceiling_;
  double last_ = -1, elapsed_ = 0;
  double owed_ = 0;  // steps
  double step_seconds_ = 0;
  int given_ = 1;
};

}  // namespace ez
