// How far the runs go: the moment that a scene's text speaks of, the step that the user asks for, and a new pulse where
// a side changed.
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/session/session.h"
#include "app/state/update.h"
#include "solver/scene/duration.h"

namespace ez {
namespace {

constexpr double short_batch = 4e-3;      // s; longer ones would make the GPU deaf to the window
constexpr double standing_seconds = 2;    // that the result is seen before a scene with `repeat` starts over
constexpr double longest_deferral = 1.5;  // s that an edit under way waits for the pulse of the one before it

// Every source falls silent, so that a pulse goes out and comes back once.
bool is_pulsed(const Scene& scene) {
  bool any = false;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    if (is_continuous(s.waveform)) return false;
    any = true;
  }
  return any;
}

}  // namespace

// What a scripted run of so many frames shows does not hang on how long they took.
double Session::frame_seconds() const { return interactive_ ? now() - last_frame_ : 1.0 / 60; }

// ---- the moment

// Pane 0's step at which the runs are to stop next. In the kernel lab speed is looked at, and no moment.
std::optional<std::uint64_t> Session::stop_ahead() const {
  const Comparison& runs = *runs_;
  const Solver& first = runs.pane(0);
  std::optional<std::uint64_t> stop;
  if (state_.run_to) {
    const double dt = runs.pane(std::min(state_.lab.active, runs.panes() - 1)).dt();
    stop = static_cast<std::uint64_t>(std::llround(static_cast<double>(*state_.run_to) * dt / first.dt()));
  } else if (state_.lab.workspace != Workspace::kernel_lab) {
    stop = pause_step(applied_, first.dt(), runs.all_valid_until());
  }
  return stop && *stop > first.step() ? stop : std::nullopt;
}

// Once: from there on the moment lies behind.
void Session::stop_at_moment() {
  const std::uint64_t step = runs_->pane(0).step();
  if (pulse_until_ && step >= *pulse_until_) pulse_until_.reset();
  if (!stop_ || step < *stop_) return;
  stop_.reset();
  state_.held = true;
  state_.running = !state_.run_to && applied_.pause.repeat && state_.running;
  state_.run_to.reset();
  standing_ = standing_seconds;
  last_reading_ = -1;  // what stands is of this moment
}

// ---- a new pulse

std::vector<Session::SidesOfPane> Session::sides() const {
  const Comparison& runs = *runs_;
  std::vector<SidesOfPane> out;
  for (int k = 0; k < runs.panes(); ++k) {
    const Scene& scene = runs.pane(k).scene();
    out.push_back({scene.boundary, scene.faults, scene.hidden_fault});
  }
  return out;
}

// While a side is being changed under the mouse every pulse is let run to its end: each tells of one boundary.
bool Session::awaits_pulse() const {
  return pulse_until_ && state_.running && !state_.frozen && state_.history.in_gesture() &&
         now() - pulse_since_ < longest_deferral;
}

// What the meters said was of other sides. A run that stood goes again to where it stood.
void Session::send_pulse() {
  const Scene& scene = runs_->pane(0).scene();
  const double valid = runs_->all_valid_until();
  const std::uint64_t stood = runs_->pane(0).step();
  if (!std::isfinite(valid) || !is_pulsed(scene) || stood == 0) return;
  if (!state_.running) state_.run_to = active().step();
  runs_->reset();
  restarted();
  state_.running = true;
  if (!state_.history.in_gesture())
    add_note(state_, Note::Kind::news, "t = 0: a new pulse meets the changed sides", now());
  pulse_since_ = now();
  pulse_until_ = stop_ahead();
  if (!pulse_until_) pulse_until_ = static_cast<std::uint64_t>(valid / runs_->pane(0).dt());
}

// ---- steps

void Session::advance() {
  clock_.begin_frame(now(), std::exchange(waited_, 0));
  given_ = 0;
  stop_.reset();
  if (state_.frozen) return;
  if (const int behind = runs_->behind(); behind > 0) {
    SpeedSetting full = state_.speed;
    full.full = true;
    pending_ = std::min(behind, clock_.steps(full, 0));
    return pump(false);
  }
  if (state_.running && state_.held) {
    standing_ -= frame_seconds();
    if (standing_ > 0) return;
    state_.held = false;
    reset_wanted_ = true;
    return;
  }
  if (state_.running && advance_sweep()) return;
  if (state_.running) {
    SpeedSetting speed = state_.speed;
    speed.full |= pulse_until_.has_value();
    given_ = clock_.steps(speed, steps_per_second());
    stop_ = stop_ahead();
    if (stop_) given_ = static_cast<int>(std::min<std::uint64_t>(*stop_ - runs_->pane(0).step(), std::max(given_, 0)));
  } else {
    given_ = std::exchange(state_.steps_wanted, 0);
  }
  pending_ = given_;
  pump(false);
}

// Queues steps of this frame. On the GPU in short batches, each after the one before is done; on the CPU in one, which
// its own threads work on while this one draws.
void Session::pump(bool all) {
  const double begin = now();
  while (pending_ > 0) {
    const int piece = on_gpu() ? std::min(pending_, clock_.steps_within(short_batch)) : pending_;
    runs_->advance(piece);
    pending_ -= piece;
    if (!all) return;
  }
  waited_ += now() - begin;
}

}  // namespace ez
