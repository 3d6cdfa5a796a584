#include "solver/measure/stability/watched_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "solver/measure/stability/failed_cells.h"
#include "solver/measure/stability/gas_trial.h"
#include "solver/measure/stability/trial.h"

namespace ez {

WatchedRun::WatchedRun(Solver& solver) : solver_(solver) {
  stability_.watch(solver_.scene(), solver_.problem());
  look();
}

std::uint64_t WatchedRun::next_look(std::uint64_t end) const {
  const std::uint64_t step = solver_.step(), every = 256;
  return std::min(end, step < every ? std::max<std::uint64_t>(2 * step, 1) : (step / every + 1) * every);
}

std::string WatchedRun::look() {
  const Health health = solver_.health();
  std::string why = stability_.verdict(health, solver_.step());
  if (why.empty() && stability_.look(health, solver_.step()))
    ring_.offer(solver_.step(), [&](Checkpoint reuse) { return solver_.checkpoint(std::move(reuse)); });
  return why;
}

std::string WatchedRun::last_look() { return stability_.last_verdict(solver_.health(), solver_.step()); }

std::string WatchedRun::explain() {
  constexpr double unhurried = std::numeric_limits<double>::infinity();
  std::string words;
  Checkpoint before_bad;
  runaway_ = as_it_stands(solver_, stability_);
  if (in_cells(solver_.scene().physics)) {
    GasTrial trial;
    const Diagnosis d =
        diagnose_cells(solver_.scene(), [&](const Scene& mended) { return trial.from_start(mended, solver_.time()); });
    return d.remedy.empty() ? d.cause : d.cause + ". Remedy: " + d.remedy;
  }
  if (const Checkpoint* good = ring_.good()) {
    runaway_ = trace(solver_, *good, stability_, unhurried, &before_bad);
    words = fmt::format("first at node ({}, {}) in step {}: ", runaway_.node.i, runaway_.node.j, runaway_.step);
  }
  const Scene own = solver_.scene();
  const Diagnosis diagnosis = diagnose(own, solver_.nodes(), runaway_, Trial(solver_, before_bad, runaway_, unhurried));
  words += diagnosis.cause;
  if (!diagnosis.remedy.empty()) words += ". Remedy: " + diagnosis.remedy;
  return words;
}

bool WatchedRun::go_back() {
  // A step that fails is not made: the state is that before it.
  if (in_cells(solver_.scene().physics) && !solver_.health().finite) return true;
  if (const Checkpoint* good = ring_.good())
    solver_.restore(*good);
  else  // no state is kept but the start
    solver_.reset();
  for (const std::uint64_t unseen = unseen_until(runaway_); solver_.step() < unseen;)
    solver_.advance(static_cast<int>(std::min<std::uint64_t>(unseen - solver_.step(), 256)));
  return solver_.health().finite;
}

}  // namespace ez
