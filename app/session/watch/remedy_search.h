// Searches a remedy for a gas that failed, in the background while the window responds. It tries to continue from the
// current state of the gas, then from the start of its scene. Without a thread, each frame tries at least one remedy,
// which takes up to a second on a large grid.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/model/panes.h"
#include "solver/base/background_work.h"
#include "solver/run/solver.h"

namespace ez {

class RemedySearch {
 public:
  RemedySearch();
  ~RemedySearch();
  RemedySearch(const RemedySearch&) = delete;  // a search has one owner
  RemedySearch& operator=(const RemedySearch&) = delete;
  RemedySearch(RemedySearch&&) noexcept;
  RemedySearch& operator=(RemedySearch&&) noexcept;

  // `scene` is the scene of all panes. `solver` runs the pane in `found`, and the search continues from its gas.
  void start(const Scene& scene, Solver& solver, const Instability& found, Threads threads = Threads::own);
  void cancel();  // waits until it has ended, a few milliseconds
  // Returns the instability given to start(), completed by the remedy and no longer marked as searching. Empty during
  // the search. Without a thread, it also continues the search.
  std::optional<Instability> take();

 private:
  struct State;
  std::unique_ptr<State> state_;  // null when no search is running
};

}  // namespace ez
