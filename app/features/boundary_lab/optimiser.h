// Searches a better grading for one pane, from the button to the resulting edit.
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
  // `log` records the progress of the search. A replayed session does not search.
  Optimiser(State& state, Services& services, SessionLog& log) : state_(state), services_(services), log_(log) {}
  // Starts a search for `pane`, which runs `scene`. `request` names the engine to search with. Ends a search that is
  // under way. Throws the same exceptions as make_engine_maker().
  void start(const EngineRequest& request, const Scene& scene, int pane);
  void cancel();                      // the log reports when the search has ended
  void forget() { search_.reset(); }  // the engine has failed
  // Called every frame. Applies the result as one edit of the pane for which it was found.
  void follow();

 private:
  struct Search {
    std::unique_ptr<GradingSearch> search;  // null while a session is replayed
    Text pane;                              // name of the pane that is optimised
    CpmlGrading before;                     // the pane's grading before the search
    int index = 0;                          // index of the pane
  };
  void say(Note::Kind kind, Text words);
  GradingProgress progress();

  State& state_;
  Services& services_;
  SessionLog& log_;
  std::optional<Search> search_;
};

}  // namespace ez
