// The remedy of a gas that failed, looked for on a thread of its own while the window goes on: from where the gas is,
// then from the start of its scene.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/model/panes.h"
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

  // `scene`: of all panes. `solver` runs that of `found`'s pane, and its gas is where it goes on from.
  void start(const Scene& scene, Solver& solver, const Instability& found);
  void cancel();  // waits until it has ended, a few milliseconds
  // What start() was told with the remedy, and no longer sought; none while it is looked for.
  std::optional<Instability> take();

 private:
  struct State;
  std::unique_ptr<State> state_;  // none while nothing is looked for
};

}  // namespace ez
