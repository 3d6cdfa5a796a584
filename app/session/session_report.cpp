// What the state says about the engine, the picture and the program itself, brought up to date once per frame.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/session/session.h"
#include "app/state/update.h"
#include "solver/base/constants.h"
#include "solver/scene/raster.h"

namespace ez {
namespace {

constexpr double news_time = 5;                  // s that news stay
constexpr double history_time = 10;              // s
constexpr double autosave_every = 2;             // s
constexpr std::size_t longest_trace = 1u << 22;  // values per probe; beyond that the older half goes

void append(ProbeTrace& trace, const std::string& name, const ProbeSamples& s) {
  const bool taken_back = s.first_step < trace.first_step + trace.values.size();
  if (s.restarted || trace.values.empty() || s.first_step < trace.first_step)
    trace = {name, s.first_step, {}};
  else if (taken_back)
    trace.values.resize(s.first_step - trace.first_step);
  trace.values.insert(trace.values.end(), s.values.begin(), s.values.end());
  if (trace.values.size() < longest_trace) return;
  const std::size_t half = trace.values.size() / 2;
  trace.values.erase(trace.values.begin(), trace.values.begin() + static_cast<std::ptrdiff_t>(half));
  trace.first_step += half;
}

// The time that "one period per second" counts: the first source's, or where no source has one a tenth of what light
// takes to cross the grid.
double reference_period(const Scene& scene) {
  if (const auto period = first_period(scene)) return *period;
  const Vec2 cell = cell_size(scene);
  return 0.1 * std::max(scene.grid.nx * cell.x, scene.grid.ny * cell.y) / c0;
}

}  // namespace

double Session::steps_per_second() const {
  const Scene& scene = runs_->pane(0).scene();
  return state_.speed.periods_per_second * reference_period(scene) / time_step(scene);
}

void Session::tell_time() {
  const int shown = std::min(state_.lab.active, runs_->panes() - 1);  // the newest pane runs from the next frame on
  state_.step = runs_->pane(shown).step();
  state_.dt = runs_->pane(shown).dt();
  state_.time = runs_->pane(shown).time();
}

// How large the pane's field has been, and how it grows.
void Session::tell_growth(int pane) {
  const auto k = static_cast<std::size_t>(pane);
  const Solver& solver = runs_->pane(pane);
  const StabilityMonitor& stability = panes_[k].stability;
  PaneState& state = state_.lab.panes[k];
  state.largest = stability.running_max();
  state.looks.clear();
  for (const StabilityMonitor::Look& l : stability.looks())
    state.looks.push_back({static_cast<double>(l.step) * solver.dt(), l.max_abs});
  state.growth = std::pow(stability.growth(), reference_period(solver.scene()) / solver.dt());
}

void Session::report(double frame_start) {
  const double time = now();
  if (const Stage* stage = panes_[0].field.stage.get()) {
    state_.link = stage->link().name();
    state_.link_reason = stage->reason();
    if (stage->degraded() && !state_.link_degraded)
      fmt::print(stderr, "warning: the field falls back to a {}: {}\n", state_.link, state_.link_reason);
    state_.link_degraded = stage->degraded();
  }
  tell_time();
  state_.block = active().engine().block();
  if (known_engine_ != &active().engine()) know_kernels();
  Performance& p = state_.performance;
  p.steps_per_frame = given_;
  p.frame_ms += 0.1 * (1e3 * (time - frame_start) - p.frame_ms);
  collect_speed(time);
  std::erase_if(state_.notes, [&](const Note& n) { return n.kind == Note::Kind::news && time - n.since > news_time; });
  keep_autosave(time);
  update_title();
}

// Ten times a second: what was done since the last time.
void Session::collect_speed(double time) {
  // The time of a slice in the air belongs to the sweep, which tells it when the slice has ended.
  const Solver::Speed speed = slice_ > 0 ? Solver::Speed{} : runs_->take_speed(), swept = std::exchange(swept_, {});
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
  record_speed();
}

// The rate reached, and whether it is what was asked for: a run that begins is given half a second.
void Session::tell_rate(double steps_per_second) {
  constexpr double share = 0.25, enough = 0.9;
  constexpr int samples_short = 5;
  Performance& p = state_.performance;
  const bool goes_on = p.steps_per_second > 0 && steps_per_second > 0;
  p.steps_per_second += (goes_on ? share : 1) * (steps_per_second - p.steps_per_second);
  const Solver& first = runs_->pane(0);
  p.steps_per_period = reference_period(first.scene()) / time_step(first.scene());
  const SpeedSetting& s = state_.speed;
  const bool asked = state_.running && !state_.held && !state_.frozen && s.automatic && !s.full && !sweep_;
  const bool behind = asked && steps_per_second < enough * this->steps_per_second();
  short_samples_ = behind ? std::min(short_samples_ + 1, samples_short) : asked ? std::max(short_samples_ - 1, 0) : 0;
  p.falls_short = short_samples_ == samples_short || (p.falls_short && short_samples_ > 0);
}

// A series per probe and pane; what is in the state is the active pane's.
void Session::collect_probes() {
  const auto series = [&](int k) -> std::vector<ProbeTrace>& {
    return k == traced_ ? state_.probes : panes_[static_cast<std::size_t>(k)].probes;
  };
  for (int k = 0; k < runs_->panes(); ++k) {
    std::vector<ProbeSamples> samples = runs_->pane(k).take_probes();
    const std::vector<Probe>& probes = runs_->pane(k).scene().probes;
    series(k).resize(probes.size());
    for (std::size_t i = 0; i < probes.size(); ++i) append(series(k)[i], probes[i].name, samples[i]);
  }
  if (traced_ == state_.lab.active) return;
  if (traced_ < runs_->panes()) panes_[static_cast<std::size_t>(traced_)].probes = std::move(state_.probes);
  traced_ = state_.lab.active;
  state_.probes = std::move(panes_[static_cast<std::size_t>(traced_)].probes);
}

void Session::look_under_cursor() {
  const auto pointed = window_.width() > 0 ? interface_->pointed() : std::nullopt;
  Cursor& cursor = state_.cursor;
  cursor.inside = false;
  if (!pointed || pointed->pane >= runs_->panes()) return;
  Solver& solver = runs_->pane(pointed->pane);
  const NodeMap& nodes = solver.nodes();
  const Vec2 node = to_grid(state_.scene.grid, solver.scene().grid, pointed->node);
  cursor.node = {static_cast<int>(std::floor(node.x + 0.5)), static_cast<int>(std::floor(node.y + 0.5))};
  cursor.position = from_nodes(solver.scene(), node);
  cursor.inside = cursor.node.i >= 0 && cursor.node.j >= 0 && cursor.node.i < nodes.nx() && cursor.node.j < nodes.ny();
  if (!cursor.inside) return;
  if (is_good()) cursor.value = value_under(pointed->pane, cursor.node);
  cursor.material = palette_of(solver.scene())[nodes.at(cursor.node.i, cursor.node.j)].name;
}

// The colour bar's end follows the loudest picture, or suits it where the field stands, unless it is locked; a quantity
// that is shown for the first time gets one that suits it in either case, and keeps it.
void Session::follow_range(double max_abs) {
  ViewState& view = state_.view;
  if (view.quantity == Quantity::residual) return;  // has a scale of its own
  if (view.quantity != range_quantity_) {
    range_quantity_ = view.quantity;
    range_.restart();
    double& own = state_.limits[static_cast<std::size_t>(view.quantity)];
    if (view.range != RangeMode::automatic && own == 0) own = view.limit = settled_limit(view.quantity, max_abs);
  }
  if (view.range == RangeMode::automatic)
    view.limit =
        stands() ? range_.settle(view.quantity, max_abs) : range_.follow(view.quantity, max_abs, frame_seconds());
}

std::string Session::autosave(const Scene& scene) {
  const auto known = known_files_.find(state_.path);
  std::string why = autosave_.keep(write_scene(scene), state_.path,
                                   known == known_files_.end() ? std::nullopt : std::optional(known->second));
  if (why.empty()) autosaved_ = scene;
  return why;
}

void Session::keep_autosave(double time) {
  if (!interactive_) return;
  if (!state_.unsaved) {
    if (last_autosave_ > 0) autosave_.drop();
    last_autosave_ = 0;
    autosaved_ = {};
    return;
  }
  if (last_autosave_ == 0) last_autosave_ = time;
  // Not in the middle of a drag, which waiting for the disk would hold up.
  if (time - last_autosave_ < autosave_every || state_.history.in_gesture()) return;
  last_autosave_ = time;
  if (two_kernel() == autosaved_ || !is_unsaved(two_kernel(), state_.saved)) return;
  const std::string why = autosave(two_kernel());
  if (why.empty()) withdraw(state_, "autosave");
  const bool again = std::exchange(autosave_failed_, !why.empty());
  if (!why.empty() && !again) add_note(state_, Note::Kind::warning, why, time, "autosave");
}

void Session::update_title() {
  std::string title = window_title(state_);
  if (title == title_) return;
  title_ = std::move(title);
  window_.set_title(title_);
}

}  // namespace ez
