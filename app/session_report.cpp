// What the state says about the engine, the picture and the program itself, brought up to date once per frame.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/session.h"
#include "app/update.h"
#include "solver/physics/constants.h"
#include "solver/scene/raster.h"

namespace ez {
namespace {

constexpr double news_time = 5;                  // s that news stay
constexpr double history_time = 10;              // s
constexpr double autosave_every = 120;           // s
constexpr std::size_t longest_trace = 1u << 22;  // values per probe; beyond that the older half goes

// The time that "one period per second" counts: the first source's, or where no source has one a tenth of what light
// takes to cross the grid.
double reference_period(const Scene& scene) {
  if (const auto period = first_period(scene)) return *period;
  const Vec2 cell = cell_size(scene);
  return 0.1 * std::max(scene.grid.nx * cell.x, scene.grid.ny * cell.y) / c0;
}

}  // namespace

double Session::steps_per_second() const {
  return state_.speed.periods_per_second * reference_period(solver_->scene()) / time_step(solver_->scene());
}

void Session::report(double frame_start) {
  const double time = now();
  state_.link = stage_->link().name();
  state_.link_reason = stage_->reason();
  if (stage_->degraded() && !state_.link_degraded)
    fmt::print(stderr, "warning: the field falls back to a {}: {}\n", state_.link, state_.link_reason);
  state_.link_degraded = stage_->degraded();
  state_.step = solver_->step();
  state_.dt = solver_->dt();
  state_.time = solver_->time();
  state_.block = solver_->engine().block();
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
  const Solver::Speed speed = solver_->take_speed();
  clock_.measured(speed.steps, speed.seconds);
  speed_steps_ += speed.steps;
  speed_seconds_ += speed.seconds;
  Performance& p = state_.performance;
  const double passed = time - last_sample_;
  if (passed < 0.1) return;
  const double steps = static_cast<double>(speed_steps_);
  const double gcells = 1e-9 * solver_->scene().grid.nx * static_cast<double>(solver_->scene().grid.ny);
  const int frames = frames_ - sampled_frames_;
  p.fps = frames / passed;
  p.steps_per_second = steps / passed;
  p.gcells_wall = p.steps_per_second * gcells;
  p.gcells_kernel = speed_seconds_ > 0 ? steps * gcells / speed_seconds_ : 0;
  p.solve_ms = frames > 0 ? 1e3 * speed_seconds_ / frames : 0;
  p.history.push_back({time, p.gcells_wall, p.gcells_kernel, p.fps, p.fps > 0 ? 1e3 / p.fps : 0});
  while (!p.history.empty() && p.history.front().time < time - history_time) p.history.pop_front();
  speed_steps_ = 0;
  speed_seconds_ = 0;
  sampled_frames_ = frames_;
  last_sample_ = time;
}

void Session::collect_probes() {
  std::vector<ProbeSamples> samples = solver_->take_probes();
  const std::vector<Probe>& probes = solver_->scene().probes;
  state_.probes.resize(probes.size());
  for (std::size_t k = 0; k < probes.size(); ++k) {
    ProbeTrace& trace = state_.probes[k];
    const ProbeSamples& s = samples[k];
    if (s.restarted || trace.values.empty()) trace = {probes[k].name, s.first_step, {}};
    trace.values.insert(trace.values.end(), s.values.begin(), s.values.end());
    if (trace.values.size() < longest_trace) continue;
    const std::size_t half = trace.values.size() / 2;
    trace.values.erase(trace.values.begin(), trace.values.begin() + static_cast<std::ptrdiff_t>(half));
    trace.first_step += half;
  }
}

void Session::look_under_cursor() {
  const std::optional<Vec2> mouse = window_.width() > 0 ? interface_->mouse_node(state_) : std::nullopt;
  Cursor& cursor = state_.cursor;
  cursor.inside = false;
  if (!mouse) return;
  const NodeMap& nodes = solver_->nodes();
  cursor.node = {static_cast<int>(std::floor(mouse->x + 0.5)), static_cast<int>(std::floor(mouse->y + 0.5))};
  cursor.position = from_nodes(solver_->scene(), *mouse);
  cursor.inside = cursor.node.i >= 0 && cursor.node.j >= 0 && cursor.node.i < nodes.nx() && cursor.node.j < nodes.ny();
  if (!cursor.inside) return;
  if (!state_.frozen) cursor.value = solver_->value_at(state_.view.quantity, cursor.node);
  cursor.material = palette_of(solver_->scene())[nodes.at(cursor.node.i, cursor.node.j)].name;
}

// The colour bar's end follows the picture, unless it is locked; a quantity that is shown for the first time gets one
// that suits it in either case.
void Session::follow_range() {
  ViewState& view = state_.view;
  if (view.quantity != range_quantity_) {
    range_quantity_ = view.quantity;
    range_.restart();
    if (view.range != RangeMode::automatic) view.limit = settled_limit(view.quantity, state_.picture.max_abs);
  }
  if (view.range == RangeMode::automatic)
    view.limit = range_.follow(view.quantity, state_.picture.max_abs, now() - last_frame_);
}

void Session::keep_autosave(double time) {
  if (!interactive_) return;
  if (!state_.unsaved) {
    if (last_autosave_ > 0) autosave_.drop();
    last_autosave_ = 0;
    return;
  }
  if (last_autosave_ == 0) last_autosave_ = time;  // the first one two minutes after the first change
  if (time - last_autosave_ < autosave_every || has_errors(state_.problems)) return;
  last_autosave_ = time;
  const std::string why = autosave_.keep(write_scene(state_.scene), state_.path);
  if (!why.empty() && !std::exchange(autosave_failed_, true)) add_note(state_, Note::Kind::warning, why, time);
}

void Session::update_title() {
  const std::string& name = state_.scene.title.empty() ? state_.path : state_.scene.title;
  std::string title = fmt::format("{}{} – ezscope – {} · {}", name, state_.unsaved ? " *" : "", state_.engine.backend,
                                  state_.engine.device);
  if (!state_.engine_reason.empty()) title += " (" + state_.engine_reason + ")";
  if (title == title_) return;
  title_ = title;
  window_.set_title(title_);
}

}  // namespace ez
