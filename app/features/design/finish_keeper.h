// Runs a design by pulses in the background while the window shows its own run, and sends the result.
#pragma once

#include <functional>
#include <memory>

#include "app/features/design/state.h"
#include "app/model/log/session_log.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "solver/design/designer.h"
#include "solver/engine/backend.h"

namespace ez {

class FinishKeeper {
 public:
  // `log` records the progress. A replayed session does not compute. `send` carries a command out in the next frame.
  FinishKeeper(State& state, Services& services, SessionLog& log, std::function<void(Command)> send);
  ~FinishKeeper();
  FinishKeeper(const FinishKeeper&) = delete;
  FinishKeeper& operator=(const FinishKeeper&) = delete;

  void start(const EngineRequest& request, Structure structure);
  void cancel();  // takes effect within a tenth of a second
  void follow();  // call it every frame

 private:
  struct Work;

  State& state_;
  Services& services_;
  SessionLog& log_;
  std::function<void(Command)> send_;
  std::unique_ptr<Work> work_;  // null while nothing is in work, and while a session is replayed
};

}  // namespace ez
