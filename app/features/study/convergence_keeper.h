// Runs the scene on other grids in the background while the window shows its own run, and brings the verdict into the
// state.
#pragma once

#include <memory>
#include <optional>

#include "app/features/study/state.h"
#include "app/model/log/session_log.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "solver/engine/backend.h"

namespace ez {

class ConvergenceKeeper {
 public:
  // `log` records the progress. A replayed session does not compute.
  ConvergenceKeeper(State& state, Services& services, SessionLog& log);
  ~ConvergenceKeeper();
  ConvergenceKeeper(const ConvergenceKeeper&) = delete;
  ConvergenceKeeper& operator=(const ConvergenceKeeper&) = delete;

  // Ends an estimate that is in work, and removes an earlier verdict.
  void start(const EngineRequest& request, const Scene& scene);
  void cancel();  // ends it without a verdict; waits for a part of a run, a tenth of a second
  void forget();  // the scene has changed: removes the verdict too
  void follow();  // call it every frame

 private:
  struct Work;
  ConvergenceProgress progress();

  State& state_;
  Services& services_;
  SessionLog& log_;
  std::unique_ptr<Work> work_;  // null while nothing is in work, and while a session is replayed
};

}  // namespace ez
