// Makes the runs of a large scene in the background, while the window answers and shows the last picture of the runs
// before. Runs of a small scene are made at once, elsewhere.
#pragma once

#include <string>

#include "app/session/data.h"
#include "app/session/pace/measurement.h"
#include "app/session/pane_keeper.h"
#include "app/session/run_making.h"

namespace ez {

class BackgroundRuns {
 public:
  BackgroundRuns(SessionData& d, PaneKeeper& panes, Measurement& measurement)
      : d_(d), panes_(panes), measurement_(measurement) {}

  // Begins to make the runs of the state's scene if that takes long. Returns true while they are being made.
  bool make();
  // Takes over runs that have been made for the state's scene. Returns true if it did.
  bool adopt();
  // Origin of the scene that the runs compute: a file, a built-in scene, or neither.
  const std::string& applied_path() const { return applied_path_; }
  const std::string& applied_builtin() const { return applied_builtin_; }

 private:
  bool is_making();
  void report();  // a note with a button that returns to the scene before

  SessionData& d_;
  PaneKeeper& panes_;
  Measurement& measurement_;
  RunMaking making_;
  double making_since_ = 0;                     // s of the program's clock
  std::string applied_path_, applied_builtin_;  // origin of the applied scene
};

}  // namespace ez
