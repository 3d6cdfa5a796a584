// Brings the edits of the scene to the runs.
#pragma once

#include <vector>

#include "app/session/background_runs.h"
#include "app/session/data.h"
#include "app/session/pace/measurement.h"
#include "app/session/pane_keeper.h"
#include "app/session/watch/check_keeper.h"
#include "app/session/watch/health.h"
#include "app/session/watch/line_watch.h"

namespace ez {

// A pulse into a gas or heat that the user has asked for.
struct WantedPulse {
  command::Pulse pulse;
  bool again = false;  // it is redone, and is in the history already
};

class Edits {
 public:
  Edits(SessionData& d, PaneKeeper& panes, CheckKeeper& checks, LineWatch& line, HealthWatch& health,
        Measurement& measurement)
      : d_(d), panes_(panes), checks_(checks), line_(line), health_(health), measurement_(measurement) {}

  // Brings the state's scene to the runs unless it has errors, and restarts them if that is wanted.
  void apply();
  // Sends them into the runs of all panes. Call it after apply(), so that they meet the edited scene. Pulses that must
  // wait stay in `pulses`.
  void send_pulses(std::vector<WantedPulse>& pulses);
  // Returns true while the runs of a large scene are made in the background.
  bool waits_for_runs() { return background_.make(); }

 private:
  void apply_scene();
  void report_restart(const Comparison::Applied& done);
  // Makes new runs, on the same device. The scene before stays if the new one does not fit, or if the requested backend
  // cannot compute its physics.
  void change_physics();
  // The scene does not fit. After an edit, keeps the grids and takes back what does not fit on them. A scene that was
  // just opened is closed again, and the scene before it returns.
  void take_back(const ApplyReport& report);

  SessionData& d_;
  PaneKeeper& panes_;
  CheckKeeper& checks_;
  LineWatch& line_;
  HealthWatch& health_;
  Measurement& measurement_;
  BackgroundRuns background_{d_, panes_, measurement_};
  bool in_gesture_ = false;  // the last edit belongs to a gesture that continues
};

}  // namespace ez
