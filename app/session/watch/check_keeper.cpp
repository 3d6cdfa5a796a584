#include "app/session/watch/check_keeper.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/model/log/members.h"
#include "solver/measure/monitors/recorded.h"

namespace ez {
namespace {

// Returns the part of a trace that was recorded after `step`.
Series from(const ProbeTrace& trace, std::uint64_t step) {
  const std::uint64_t first = std::max(trace.first_step, step + 1);
  const std::size_t skip = std::min<std::size_t>(first - trace.first_step, trace.values.size());
  return {first, std::span(trace.values).subspan(skip),
          std::span(trace.times).subspan(std::min(skip, trace.times.size()))};
}

}  // namespace

void CheckKeeper::restart(RunPosition since, CheckWatch::Known known) {
  since_ = since;
  known_ = std::move(known);
  watch_.reset();
}

void CheckKeeper::watch(const Solver& solver, int pane) {
  if (watch_ && pane == pane_) return;
  if (watch_) known_.clear();  // readings of another pane
  watch_.emplace(solver.scene(), *solver.media(), since_.moment, known_);
  watch_->mark_missed_until(moment_of(solver));
  pane_ = pane;
  seen_.reset();
}

std::optional<std::uint64_t> CheckKeeper::next_moment(const Solver& solver, int pane) {
  if (solver.scene().checks.empty()) return std::nullopt;
  watch(solver, pane);
  const std::optional<std::uint64_t> next = watch_->next_moment();
  return next && *next > moment_of(solver) ? next : std::nullopt;
}

void CheckKeeper::follow(State& state, const Solver& solver, const Monitors& monitors, int pane, double now,
                         bool stands, SessionLog& log) {
  if (solver.scene().checks.empty()) {
    state.checks.clear();
    watch_.reset();
    return;
  }
  watch(solver, pane);
  if (seen_ == solver.step()) return;
  const std::optional<std::uint64_t> moment = watch_->next_moment();
  const bool reached = moment && moment_of(solver) >= *moment;
  const bool due = log.record_or_replay_unless(
      reached, "checks", [&] { return stands || reached || !seen_ || now - last_ >= std::max(0.1, 50 * cost_); });
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
    series[k] = from(state.probes[k], since_.step);
  watch_->look(Recorded(solver.scene(), solver.dt(), std::move(series), monitors), moment_of(solver));
  seen_ = solver.step();
  state.checks = watch_->readings();
}

}  // namespace ez
