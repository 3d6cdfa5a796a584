// Runs the points of a sweep in the background while the window shows its own run, and brings them into the state.
//
// Finished points are saved (sweep_cache.h). After a crash, or if the same sweep is run again, they are not computed a
// second time.
#pragma once

#include <filesystem>
#include <memory>

#include "app/features/study/state.h"
#include "app/features/study/sweep_news.h"
#include "app/model/log/session_log.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "solver/engine/backend.h"

namespace ez {

class SweepKeeper {
 public:
  // `log` records the points. A replayed session does not compute. `cache`: the folder for finished points; may be
  // empty.
  SweepKeeper(State& state, Services& services, SessionLog& log, std::filesystem::path cache);
  ~SweepKeeper();
  SweepKeeper(const SweepKeeper&) = delete;
  SweepKeeper& operator=(const SweepKeeper&) = delete;

  // Runs the sweep in StudyState::sweep, whose points are those of `sweep`.
  void start(const EngineRequest& request, KeySweep sweep);
  void stop();    // finished points stay
  void follow();  // call it every frame

 private:
  struct Work;

  State& state_;
  Services& services_;
  SessionLog& log_;
  std::filesystem::path cache_;
  std::unique_ptr<Work> work_;  // null while nothing is in work, and while a session is replayed
};

}  // namespace ez
