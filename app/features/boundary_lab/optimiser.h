// The search for a better grading of one pane, from the button to the edit that it ends as.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/features/boundary_lab/state.h"
#include "app/model/log/session_log.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "solver/base/text.h"
#include "solver/engine/backend.h"
#include "solver/study/grading_search.h"

namespace ez {

class Optimiser {
 public:
  // `log` is told how the search goes; a session that is replayed searches nothing.
  Optimiser(State& state, Services& services, SessionLog& log) : state_(state), services_(services), log_(log) {}
  // `pane` runs `scene`; `request`: the engine to search with. Ends a search that is under way. Throws what
  // make_engine_maker() throws.
  void start(const EngineRequest& request, const Scene& scene, int pane);
  void cancel();                      // it is told when it has ended
  void forget() { search_.reset(); }  // the engine has failed
  // Every frame. What was found becomes one edit of the pane it was asked for.
  void follow();

 private:
  struct Search {
    std::unique_ptr<GradingSearch> search;  // none while a session is replayed
    Text pane;                              // name of the pane that it is for
    CpmlGrading before;                     // the grading that the pane had
    int index = 0;                          // of the pane
  };
  void say(Note::Kind kind, Text words);
  GradingProgress progress();

  State& state_;
  Services& services_;
  SessionLog& log_;
  std::optional<Search> search_;
};

}  // namespace ez
