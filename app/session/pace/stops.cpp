#include "app/session/pace/stops.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/model/update.h"
#include "app/platform/units.h"
#include "solver/base/text_with.h"
#include "solver/scene/duration.h"

namespace ez {
namespace {

constexpr double standing_seconds = 2;  // s that the result is shown before a scene with `repeat` restarts

}  // namespace

bool is_measured_in_lab(const SessionData& d) {
  return d.state.workspace == Workspace::boundary_lab && d.applied.reflection.on;
}

bool Stops::pauses_at_validity() const { return is_measured_in_lab(d_) && d_.applied.pause.at.empty(); }

std::optional<std::uint64_t> Stops::last_valid_step() const {
  return valid_step(d_.runs->pane(0).dt(), d_.runs->all_valid_until());
}

std::optional<std::uint64_t> Stops::scene_moment() const {
  if (pauses_at_validity()) return last_valid_step();
  std::optional<std::uint64_t> step = pause_step(d_.applied, d_.runs->pane(0).dt(), d_.runs->all_valid_until());
  if (step && !has_passed_ && !d_.applied.checks.empty() && !d_.applied.reflection.on) *step += checks_.since().step;
  return step;
}

std::optional<std::uint64_t> Stops::stop_ahead() const {
  const Comparison& runs = *d_.runs;
  const Solver& first = runs.pane(0);
  std::optional<std::uint64_t> stop;
  if (d_.state.run_to) {
    const double dt = runs.pane(std::min(d_.state.active, runs.panes() - 1)).dt();
    stop = static_cast<std::uint64_t>(std::llround(static_cast<double>(*d_.state.run_to) * dt / first.dt()));
  } else if (d_.state.workspace != Workspace::kernel_lab && !timed_end()) {
    stop = scene_moment();
  }
  return stop && *stop > first.step() ? stop : std::nullopt;
}

std::optional<double> Stops::timed_end() const {
  const std::optional<PauseMoment> moment = parse_pause(d_.applied.pause.at);
  const bool timed = in_cells(d_.applied.physics) && moment && moment->kind == PauseMoment::Kind::duration;
  return timed ? std::optional(moment->duration.value) : std::nullopt;
}

double Stops::end_ahead() const {
  const std::optional<double> end = d_.state.run_to ? std::nullopt : timed_end();
  return end && d_.runs->pane(0).time() < *end ? *end : std::numeric_limits<double>::infinity();
}

int Stops::until_check(int steps) {
  if (in_cells(d_.applied.physics)) return steps;
  const Solver& seen = d_.active();
  const std::optional<std::uint64_t> moment = checks_.next_moment(seen, d_.state.active);
  if (!moment) return steps;
  const double ahead = static_cast<double>(*moment - seen.step()) * seen.dt() / d_.runs->pane(0).dt();
  return static_cast<int>(std::min<double>(steps, std::max(1.0, std::round(ahead))));
}

double Stops::check_ahead() {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (!in_cells(d_.applied.physics)) return never;
  const std::optional<std::uint64_t> moment = checks_.next_moment(d_.active(), d_.state.active);
  return moment ? static_cast<double>(*moment) * moment_seconds(d_.active().scene()) : never;
}

void Stops::forget() {
  stop_.reset();
  end_ = check_end_ = std::numeric_limits<double>::infinity();
}

bool Stops::stop_if_due() {
  const std::uint64_t step = d_.runs->pane(0).step();
  if (d_.given > 0 && d_.runs->pane(0).time() == check_end_ && check_end_ < end_)
    d_.parts.each(&SessionPart::step_ended_at, *d_.runs, check_end_);
  if (const auto moment = scene_moment(); moment && step >= *moment) has_passed_ = true;
  const bool at_end = end_ > 0 && d_.runs->pane(0).time() >= end_;
  if (!(stop_ && step >= *stop_) && !at_end) return false;
  if (at_end) d_.parts.each(&SessionPart::step_ended_at, *d_.runs, end_);
  if (pauses_at_validity() && !d_.state.run_to && !d_.state.history.in_gesture())
    add_note(d_.state, Note::Kind::news,
             text_with("Paused at {}: later readings are not valid", engineering(d_.runs->all_valid_until(), "s", 2)),
             d_.now());
  forget();
  d_.state.held = true;
  d_.state.running = !d_.state.run_to && d_.applied.pause.repeat && d_.state.running;
  d_.state.run_to.reset();
  standing_ = standing_seconds;
  return true;
}

bool Stops::shows_the_end() {
  standing_ -= d_.frame_seconds();
  return standing_ > 0;
}

int Stops::limit(int steps) {
  stop_ = stop_ahead();
  end_ = end_ahead();
  if (stop_) steps = static_cast<int>(std::min<std::uint64_t>(*stop_ - d_.runs->pane(0).step(), std::max(steps, 0)));
  return until_check(steps);
}

}  // namespace ez
