// Searches the causes of the active pane's reflection, from the button to the list.
#pragma once

#include <memory>

#include "app/features/boundary_lab/state.h"
#include "app/model/log/session_log.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "solver/engine/backend.h"
#include "solver/scene/scene.h"

namespace ez {

class ReflectionExplainer {
 public:
  // `log` records the results. A replayed session makes no runs.
  ReflectionExplainer(State& state, SessionLog& log);
  ~ReflectionExplainer();
  ReflectionExplainer(const ReflectionExplainer&) = delete;
  ReflectionExplainer& operator=(const ReflectionExplainer&) = delete;
  // Starts the runs for `scene`, a pane's. `request` names the engine. Ends those that are under way. Throws the same
  // exceptions as make_engine_maker().
  void start(const EngineRequest& request, const Scene& scene);
  void cancel();
  void forget();  // the engine has failed
  void follow();  // called every frame

 private:
  struct Work;
  State& state_;
  SessionLog& log_;
  std::unique_ptr<Work> work_;  // null if nothing is under way, or while a session is replayed
  bool under_way_ = false;
};

}  // namespace ez
