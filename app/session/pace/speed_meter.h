// Measures the speed of the runs and of the window, and compares it with the speed that the user asks for.
#pragma once

#include "app/session/data.h"
#include "app/session/pane_keeper.h"

namespace ez {

// The speed setting in steps of pane 0 per second.
double asked_steps_per_second(const SessionData& d);

class SpeedMeter {
 public:
  SpeedMeter(SessionData& d, PaneKeeper& panes) : d_(d), panes_(panes) {}

  // Once a frame; a new measurement ends ten times a second. `time`: s since the program began.
  void measure(double time);

 private:
  // A run that has just begun gets half a second before it falls short.
  void compare_with_asked(double steps_per_second);

  SessionData& d_;
  PaneKeeper& panes_;
  int sampled_frames_ = 0;                      // frames drawn until the last measurement
  int short_samples_ = 0;                       // measurements in which the speed fell short
  double last_sample_ = 0;                      // s since the program began
  double speed_steps_ = 0, speed_seconds_ = 0;  // steps since then, and s that they took
};

}  // namespace ez
