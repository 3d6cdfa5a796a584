#include "app/session/check_keeper.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "solver/measure/monitors/recorded.h"

namespace ez {
namespace {

// What was recorded after step `since`.
Series from(const ProbeTrace& trace, std::uint64_t step) {
  const std::uint64_t first = std::max(trace.first_step, step + 1);
  const std::size_t skip = std::min<std::size_t>(first - trace.first_step, trace.values.size());
  return {first, std::span(trace.values).subspan(skip),
          std::span(trace.times).subspan(std::min(skip, trace.times.size()))};
}

}  // namespace

void CheckKeeper::restart(std::uint64_t step, std::vector<bool> settled) {
  since_ = step;
  settled_ = std::move(settled);
  watch_.reset();
}

void CheckKeeper::follow(State& state, const Solver& solver, const Monitors& monitors, int pane, double now,
                         bool stands, Tape& tape) {
  if (solver.scene().checks.empty()) {
    state.checks.clear();
    watch_.reset();
    return;
  }
  if (watch_ && pane != pane_) settled_.clear();  // of another pane's
  if (!watch_ || pane != pane_) {
    watch_.emplace(solver.scene(), since_, settled_);
    pane_ = pane;
    seen_.reset();
  }
  if (seen_ == solver.step()) return;
  const bool due =
      tape.said_unless(false, "checks", [&] { return stands || !seen_ || now - last_ >= std::max(0.1, 50 * cost_); });
  if (!due) return;
  const auto begin = std::chrono::steady_clock::now();
  look(state, solver, monitors);
  cost_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  last_ = now;
}

void CheckKeeper::look(State& state, const Solver& solver, const Monitors& monitors) {
  const std::vector<Probe>& probes = solver.scene().probes;
  std::vector<Series> series(probes.size());
  for (std::size_t k = 0; k < std::min(probes.size(), state.probes.size()); ++k)
    series[k] = from(state.probes[k], since_);
  watch_->look(Recorded(solver.scene(), solver.dt(), std::move(series), monitors), moment_of(solver));
  seen_ = solver.step();
  state.checks = watch_->readings();
}

}  // namespace ez
