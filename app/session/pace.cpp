// How far the runs go and how fast: the moment that a scene speaks of, the step that the user asks for, a new pulse
// where a side changed, the steps of a frame, and the rate that was reached.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/model/log/members.h"
#include "app/model/log/session_log.h"
#include "app/model/update.h"
#include "app/platform/interrupt.h"
#include "app/platform/units.h"
#include "app/session/session.h"
#include "solver/base/text_with.h"
#include "solver/scene/duration.h"

namespace ez {
namespace {

constexpr double short_batch = 4e-3;      // s of steps on the GPU while the window is drawn
constexpr double long_batch = 8e-3;       // s after that: longer ones would make the GPU deaf to the window
constexpr double standing_seconds = 2;    // that the result is seen before a scene with `repeat` starts over
constexpr double longest_deferral = 1.5;  // s that an edit under way waits for the pulse of the one before it
constexpr double history_time = 10;       // s

// Whether the boundary lab shows what is measured of the scene.
bool is_measured_in_lab(const State& state, const Scene& scene) {
  return state.workspace == Workspace::boundary_lab && scene.reflection.on;
}

// What a speed counts in, s: a period, or of a gas or heat what it takes to cross the room.
double rate_unit(const Scene& scene) { return (in_cells(scene.physics) ? 10 : 1) * reference_period(scene); }
double asked_rate(const SpeedSetting& s, const Scene& scene) {
  return in_cells(scene.physics) ? s.crossings_per_second : s.periods_per_second;
}
// A step of now, s: a gas has steps of its own.
double step_length(const Solver& solver) {
  return in_cells(solver.scene().physics) && solver.dt() > 0 ? solver.dt() : time_step(solver.scene());
}

}  // namespace

double Session::steps_per_second() const {
  const Solver& first = runs_->pane(0);
  return asked_rate(state_.speed, first.scene()) * rate_unit(first.scene()) / step_length(first);
}

// s. In a scripted run of so many frames each counts as 1/60 s: what it shows does not hang on how long they took.
double Session::frame_seconds() const { return is_scripted() ? 1.0 / 60 : command_.log->passed(); }

// ---- the moment

// The boundary lab pauses a measurement of a scene that names no moment at the last step whose readings are valid.
bool Session::pauses_at_validity() const { return is_measured_in_lab(state_, applied_) && applied_.pause.at.empty(); }

// Pane 0's last step whose readings are valid.
std::optional<std::uint64_t> Session::last_valid_step() const {
  return valid_step(runs_->pane(0).dt(), runs_->all_valid_until());
}

// Pane 0's step at the moment that the scene speaks of. Checks count their time from the last edit (check_watch.h); so
// does the moment that was still to come then, that they can be read by it.
std::optional<std::uint64_t> Session::scene_moment() const {
  if (pauses_at_validity()) return last_valid_step();
  std::optional<std::uint64_t> step = pause_step(applied_, runs_->pane(0).dt(), runs_->all_valid_until());
  if (step && !moment_behind_ && !applied_.checks.empty() && !applied_.reflection.on) *step += checks_.since().step;
  return step;
}

// Pane 0's step at which the runs are to stop next. In the kernel lab speed is looked at, and no moment.
std::optional<std::uint64_t> Session::stop_ahead() const {
  const Comparison& runs = *runs_;
  const Solver& first = runs.pane(0);
  std::optional<std::uint64_t> stop;
  if (state_.run_to) {
    const double dt = runs.pane(std::min(state_.active, runs.panes() - 1)).dt();
    stop = static_cast<std::uint64_t>(std::llround(static_cast<double>(*state_.run_to) * dt / first.dt()));
  } else if (state_.workspace != Workspace::kernel_lab && !timed_end()) {
    stop = scene_moment();
  }
  return stop && *stop > first.step() ? stop : std::nullopt;
}

// s: the moment of a gas or heat, where it is a time, whether it lies ahead or behind. Its steps are of many lengths,
// and one ends there.
std::optional<double> Session::timed_end() const {
  const std::optional<PauseMoment> moment = parse_pause(applied_.pause.at);
  const bool timed = in_cells(applied_.physics) && moment && moment->kind == PauseMoment::Kind::duration;
  return timed ? std::optional(moment->duration.value) : std::nullopt;
}

double Session::end_ahead() const {
  const std::optional<double> end = state_.run_to ? std::nullopt : timed_end();
  return end && runs_->pane(0).time() < *end ? *end : std::numeric_limits<double>::infinity();
}

// Of so many steps those up to the one at which a check is to be read.
int Session::until_check(int steps) {
  if (in_cells(applied_.physics)) return steps;
  const Solver& seen = active();
  const std::optional<std::uint64_t> moment = checks_.next_moment(seen, state_.active);
  if (!moment) return steps;
  const double ahead = static_cast<double>(*moment - seen.step()) * seen.dt() / runs_->pane(0).dt();
  return static_cast<int>(std::min<double>(steps, std::max(1.0, std::round(ahead))));
}

// s: the same of a gas or heat, where a step ends there.
double Session::check_ahead() {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (!in_cells(applied_.physics)) return never;
  const std::optional<std::uint64_t> moment = checks_.next_moment(active(), state_.active);
  return moment ? static_cast<double>(*moment) * moment_seconds(active().scene()) : never;
}

void Session::forget_stops() {
  stop_.reset();
  end_ = check_end_ = std::numeric_limits<double>::infinity();
}

// Stops the run at its moment, once: from there on the moment lies behind.
void Session::stop_at_moment() {
  const std::uint64_t step = runs_->pane(0).step();
  if (given_ > 0 && runs_->pane(0).time() == check_end_ && check_end_ < end_) timeline_.ended(*runs_, check_end_);
  if (pulse_until_ && step >= *pulse_until_) pulse_until_.reset();
  if (const auto moment = scene_moment(); moment && step >= *moment) moment_behind_ = true;
  const bool at_end = end_ > 0 && runs_->pane(0).time() >= end_;
  if (!(stop_ && step >= *stop_) && !at_end) return;
  if (at_end) timeline_.ended(*runs_, end_);
  if (pauses_at_validity() && !state_.run_to && !state_.history.in_gesture())
    add_note(state_, Note::Kind::news,
             text_with("Paused at {}, where readings end", engineering(runs_->all_valid_until(), "s", 2)), now());
  forget_stops();
  state_.held = true;
  state_.running = !state_.run_to && applied_.pause.repeat && state_.running;
  state_.run_to.reset();
  standing_ = standing_seconds;
  last_reading_ = -1;  // what stands is of this moment
}

// ---- a new measurement

Session::Sending Session::sending_of(const Scene& scene) {
  Sending sending = Sending::nothing;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    if (is_continuous(s.waveform)) return Sending::steady;
    sending = Sending::pulses;
  }
  return sending;
}

Session::Measuring Session::measuring() const {
  const Comparison& runs = *runs_;
  Measuring out;
  for (int k = 0; k < runs.panes(); ++k) {
    const Scene& scene = runs.pane(k).scene();
    out.sides.push_back({scene.boundary, scene.faults, scene.hidden_fault});
  }
  out.sending = sending_of(runs.pane(0).scene());
  const std::optional<std::uint64_t> last = last_valid_step();
  out.over = is_measured_in_lab(state_, applied_) && last && runs.pane(0).step() >= *last;
  return out;
}

// While a side is being changed by dragging, edits wait until the pulse has run to its end: it tells of one boundary.
bool Session::awaits_pulse() const {
  return pulse_until_ && state_.running && !state_.frozen && state_.history.in_gesture() &&
         now() - pulse_since_ < longest_deferral;
}

// After an edit: starts over at t = 0 where the meters would say nothing of it. That is so where the wave has met other
// sides (over a window a steady one meets the new ones), and in the boundary lab where all that is valid has been
// measured, or pulses and a steady source have changed places. A run that the user stopped before that stops there
// again.
void Session::measure_again(const Measuring& before, Tier tier) {
  const Measuring after = measuring();
  const double valid = runs_->all_valid_until();
  const bool meets_new = after.sending == Sending::steady && applied_.reflection.window > 0;
  const bool other_sides = !(after.sides == before.sides) && after.sending != Sending::nothing && !meets_new;
  const bool other_waves =
      after.sending != before.sending && after.sending != Sending::nothing && before.sending != Sending::nothing;
  const bool late = is_measured_in_lab(state_, applied_) && tier != Tier::nothing && (before.over || other_waves);
  if (!std::isfinite(valid) || runs_->pane(0).step() == 0 || !(other_sides || late)) return;
  if (!state_.running && !before.over) state_.run_to = active().step();
  runs_->reset();
  restarted();
  state_.running = true;
  if (!state_.history.in_gesture())
    add_note(state_, Note::Kind::news,
             other_sides && after.sending == Sending::pulses ? "t = 0: a new pulse meets the changed sides"
                                                             : "t = 0: the edit is measured from the start",
             now());
  pulse_since_ = now();
  pulse_until_ = stop_ahead();
  if (!pulse_until_) pulse_until_ = static_cast<std::uint64_t>(valid / runs_->pane(0).dt());
}

// ---- steps

void Session::advance() {
  clock_.begin_frame(elapsed(), std::exchange(waited_, 0), std::exchange(frames_of_batch_, 0));
  clock_.set_pass(on_gpu() ? active().engine().passes().levels : 1);
  given_ = 0;
  forget_stops();
  if (state_.frozen || walled_in_) return;
  if (const int behind = runs_->behind(); behind > 0) {
    pending_ = command_.log->said("behind", [&] {
      SpeedSetting full = state_.speed;
      full.full = true;
      return std::min(behind, clock_.steps(full, 0));
    });
    return pump(false);
  }
  if (advance_in_time()) return;
  if (state_.running && state_.held) {
    standing_ -= frame_seconds();
    if (standing_ > 0) return;
    state_.held = false;
    reset_wanted_ = true;
    return;
  }
  if (state_.running && advance_slice()) return;
  // The picture that is shown is taken already.
  if (state_.running && parts_.any(&SessionPart::takes_pictures) && !film_due_) return;
  if (state_.running) {
    given_ = command_.log->said("steps", [&] {
      SpeedSetting speed = state_.speed;
      speed.full |= pulse_until_.has_value();
      const int steps = clock_.steps(speed, steps_per_second());
      const bool one_by_one =
          parts_.any(&SessionPart::takes_pictures) && !speed.full && speed.automatic && steps_per_second() > 0;
      return one_by_one ? parts_.first(&SessionPart::steps_of_picture, steps_per_second()) : steps;
    });
    stop_ = stop_ahead();
    end_ = end_ahead();
    if (stop_) given_ = static_cast<int>(std::min<std::uint64_t>(*stop_ - runs_->pane(0).step(), std::max(given_, 0)));
    given_ = until_check(given_);
  } else {
    given_ = until_check(state_.steps_wanted);
    state_.steps_wanted -= given_;
  }
  check_end_ = check_ahead();
  pending_ = given_;
  pump(false);
}

// Makes what a part wants made in the place of the frame's steps. False when nothing is.
bool Session::advance_slice() {
  const int steps = parts_.first(&SessionPart::own_steps);
  if (steps == 0) return false;
  given_ = steps;
  // A GPU draws and computes by turns: what it draws would count as the kernels' time, a quarter of it on a large card.
  if (on_gpu()) window_.wait_until_drawn();
  runs_->advance(steps);
  if (on_gpu()) parts_.each(&SessionPart::batch_done);
  return true;
}

// Queues steps of this frame. On the GPU in short batches, each after the one before is done; on the CPU nearly always
// in one, which its own threads work on while this one draws.
void Session::pump(bool all) {
  constexpr int most_on_cpu = 1 << 14;  // a signal to end is heard in between
  const double begin = elapsed();
  while (pending_ > 0) {
    const double most = all ? long_batch : short_batch;
    const int piece = std::min(pending_, on_gpu() ? clock_.steps_within(most) : most_on_cpu);
    if (interrupted()) pending_ = piece;
    runs_->advance(piece, std::min(end_, check_end_));
    pending_ -= piece;
    if (!all) return;
  }
  waited_ += elapsed() - begin;
}

// Ten times a second: what was done since the last time.
void Session::collect_speed(double time) {
  const bool own = parts_.any(&SessionPart::has_own_steps);
  const Solver::Speed speed = own ? Solver::Speed{} : runs_->take_speed(), swept = parts_.take_own_steps();
  const double lockstep = static_cast<double>(speed.steps) / steps_per_step();
  clock_.measured(static_cast<std::uint64_t>(std::llround(lockstep)), speed.seconds);
  speed_steps_ += lockstep + static_cast<double>(swept.steps);
  speed_seconds_ += speed.seconds + swept.seconds;
  Performance& p = state_.performance;
  const double passed = time - last_sample_;
  if (passed < 0.1) return;
  const double steps = speed_steps_, gcells = 1e-9 * cells_per_step();
  const int frames = frames_ - sampled_frames_;
  p.fps = frames / passed;
  tell_rate(steps / passed);
  p.gcells_wall = p.steps_per_second * gcells;
  p.gcells_kernel = speed_seconds_ > 0 ? steps * gcells / speed_seconds_ : 0;
  p.solve_ms = frames > 0 ? 1e3 * speed_seconds_ / frames : 0;
  p.history.push_back({time, steps / passed * gcells, p.gcells_kernel, p.fps, p.fps > 0 ? 1e3 / p.fps : 0, p.solve_ms,
                       p.view_ms, p.draw_ms, p.ui_ms});
  while (!p.history.empty() && p.history.front().time < time - history_time) p.history.pop_front();
  speed_steps_ = 0;
  speed_seconds_ = 0;
  sampled_frames_ = frames_;
  last_sample_ = time;
  parts_.each(&SessionPart::speed_sampled);
}

// The rate reached, and whether it is what was asked for: a run that begins is given half a second.
void Session::tell_rate(double steps_per_second) {
  constexpr double share = 0.25, enough = 0.9;
  constexpr int samples_short = 5;
  Performance& p = state_.performance;
  const bool goes_on = p.steps_per_second > 0 && steps_per_second > 0;
  p.steps_per_second += (goes_on ? share : 1) * (steps_per_second - p.steps_per_second);
  const Solver& first = runs_->pane(0);
  p.steps_per_period = rate_unit(first.scene()) / step_length(first);
  const SpeedSetting& s = state_.speed;
  const bool asked = state_.running && !state_.held && !state_.frozen && s.automatic && !s.full &&
                     !parts_.any(&SessionPart::is_measuring);
  const bool behind = asked && steps_per_second < enough * this->steps_per_second();
  short_samples_ = behind ? std::min(short_samples_ + 1, samples_short) : asked ? std::max(short_samples_ - 1, 0) : 0;
  p.falls_short = short_samples_ == samples_short || (p.falls_short && short_samples_ > 0);
}

}  // namespace ez
