#include "solver/measure/stability/watched_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "solver/measure/stability/failed_cells.h"
#include "solver/measure/stability/gas_trial.h"
#include "solver/measure/stability/trial.h"

namespace ez {

WatchedRun::WatchedRun(Solver& solver) : solver_(solver) {
  stability_.watch(solver_.scene(), *solver_.media(), solver_.problem());
  look();
}

namespace {

constexpr std::uint64_t every = 256;  // steps between two complete looks

}  // namespace

std::uint64_t WatchedRun::next_look(std::uint64_t end) const {
  const std::uint64_t step = solver_.step();
  const std::uint64_t own =
      step < every ? std::max<std::uint64_t>(std::bit_ceil(step + 1), 1) : (step / every + 1) * every;
  return std::min({end, own, stability_.next_look_at_growth(step)});
}

std::string WatchedRun::look() {
  const Health health = solver_.health();
  const std::uint64_t step = solver_.step();
  if (step > 0 && stability_.next_look_at_growth(step - 1) == step &&
      !(step < every ? std::has_single_bit(step) : step % every == 0)) {
    stability_.look_at_growth(health, step);
    return "";
  }
  std::string why = stability_.verdict(health, step);
  if (why.empty() && stability_.look(health, solver_.step()))
    ring_.offer(solver_.step(), [&](Checkpoint reuse) { return solver_.checkpoint(std::move(reuse)); });
  return why;
}

std::string WatchedRun::last_look() {
  std::string why = stability_.last_verdict(solver_.health(), solver_.step());
  grows_slowly_ = why.empty() && stability_.slow_growth();
  return grows_slowly_ ? stability_.growth_verdict().english() : why;
}

std::string WatchedRun::explain() {
  constexpr double unhurried = std::numeric_limits<double>::infinity();
  std::string words;
  Checkpoint before_bad;
  runaway_ = describe_runaway(solver_, stability_);
  if (in_cells(solver_.scene().physics)) {
    GasTrial trial;
    const Diagnosis d = diagnose_cells(
        solver_.scene(), [&](const Scene& fixed_scene) { return trial.from_start(fixed_scene, solver_.time()); });
    return d.remedy.empty() ? d.cause : d.cause + ". Remedy: " + d.remedy;
  }
  if (grows_slowly_) {
    runaway_ = slow_runaway(solver_, *stability_.slow_growth(), &before_bad);
    words = fmt::format("largest around node ({}, {}): ", runaway_.origin.i, runaway_.origin.j);
  } else if (const Checkpoint* good = ring_.good()) {
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
  // A failed step is not made, so this is the state before it.
  if (in_cells(solver_.scene().physics) && !solver_.health().finite) return true;
  const std::uint64_t unseen = grows_slowly_ ? stability_.slow_growth()->from : last_unseen_step(runaway_);
  const Checkpoint* good = ring_.good();
  if (good && !(grows_slowly_ && good->step > unseen))
    solver_.restore(*good);
  else  // only the start is available
    solver_.reset();
  while (solver_.step() < unseen)
    solver_.advance(static_cast<int>(std::min<std::uint64_t>(unseen - solver_.step(), 256)));
  return solver_.health().finite;
}

}  // namespace ez
