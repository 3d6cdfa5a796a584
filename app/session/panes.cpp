// Several runs side by side: what a step of all of them is, what the state says of each, their pictures, what
// their meters read.
#include "app/session/session.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "app/model/log/members.h"
#include "app/model/log/session_log.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "solver/gas/problem.h"

namespace ez {
namespace {

constexpr double reading_every = 0.1;  // s

// Whether a gas, or heat, has a cell that a step can change.
bool has_open_cell(const gas::GasProblem& gas) {
  return gas.solid.empty() || std::ranges::find(gas.solid, 0) != gas.solid.end();
}

// The reading now; after its validity the one before it, which stays.
ReflectionReading last_valid(ReflectionReading before, ReflectionReading now) {
  if (now.valid_until <= 0 || now.until <= now.valid_until || before.valid_until != now.valid_until) return now;
  before.until = now.until;
  return before;
}

}  // namespace

// ---- how much one step is

double Session::steps_per_step() const {
  double steps = 0;
  const Comparison& runs = *runs_;
  for (int k = 0; k < runs.panes(); ++k) steps += runs.pane(0).dt() / runs.pane(k).dt();
  return steps;
}

double Session::cells_per_step() const {
  double cells = 0;
  const Comparison& runs = *runs_;
  for (int k = 0; k < runs.panes(); ++k) {
    const Grid& grid = runs.pane(k).scene().grid;
    cells += runs.pane(0).dt() / runs.pane(k).dt() * grid.nx * grid.ny;
  }
  return cells;
}

// ---- panes

// As many as there are runs. Pictures are kept: they do not know whose they were.
void Session::fit_panes() {
  panes_.resize(static_cast<std::size_t>(runs_->panes()));
  if (traced_ < runs_->panes()) return;
  traced_ = 0;
  state_.probes = std::move(panes_[0].probes);
}

// What the state says of every pane that changes with the scene only.
void Session::tell_walled_in() {
  const auto& gas = runs_->pane(0).problem().gas;
  walled_in_ = gas && !has_open_cell(*gas);
  if (!walled_in_) return withdraw(state_, "walls");
  if (std::ranges::find(state_.notes, "walls", &Note::cause) == state_.notes.end())
    add_note(state_, Note::Kind::warning,
             "No step can be made, for no cell is open: take walls away or make them smaller.", now(), "walls");
}

void Session::know_panes() {
  tell_walled_in();
  state_.panes.resize(static_cast<std::size_t>(runs_->panes()));
  for (int k = 0; k < runs_->panes(); ++k) {
    PaneState& pane = state_.panes[static_cast<std::size_t>(k)];
    pane.scene = runs_->pane(k).scene();
    pane.name = runs_->name(k).empty() ? boundary_name(pane.scene.boundary).english() : runs_->name(k);
  }
  const std::string& reference = runs_->reference_message();
  if (reference.empty())
    withdraw(state_, "reference run");
  else if (reference != state_.reference.message)
    add_note(state_, Note::Kind::warning, Text::as_is(reference), now(), "reference run");
  state_.reference.bytes = runs_->reference_bytes();
  state_.reference.nx = state_.reference.ny = 0;
  state_.reference.message = reference;
  if (const Solver* reference = runs_->reference(0)) {
    state_.reference.nx = reference->problem().nx;
    state_.reference.ny = reference->problem().ny;
  }
}

// ---- pictures

// Looking is no edit: the reference run is there while the residual is shown, whatever the scene measures.
void Session::look_at_residual() {
  runs_->average(state_.view.quantity == Quantity::intensity);
  const bool other = state_.workspace == Workspace::boundary_lab && state_.instruments.difference_with >= 0;
  const bool wanted = state_.view.quantity == Quantity::residual && !state_.scene.reflection.on && !other &&
                      state_.workspace != Workspace::kernel_lab;
  if (wanted == looks_) return;
  looks_ = wanted;
  last_good_.forget();  // it is of other runs
  runs_->look(wanted);
  for (Pane& pane : panes_) pane.field.stale = pane.residual.stale = true;
  know_panes();
}

PictureReference Session::subtracted(int pane) {
  const int other = state_.instruments.difference_with;
  if (state_.workspace == Workspace::boundary_lab && other >= 0 && other < runs_->panes())
    return runs_->minus_pane(pane, other);
  return runs_->reference(pane) != nullptr && runs_->behind() == 0 ? runs_->minus_reference(pane) : PictureReference{};
}

void Session::publish() {
  if (!is_good()) return;
  const auto start = std::chrono::steady_clock::now();
  double loudest = 0, least = std::numeric_limits<double>::infinity();
  bool any = false;
  int broken = -1;  // a pane whose picture shows what is no number
  for (const PicturePlace& place : interface_->pictures()) {
    if (place.pane >= runs_->panes()) continue;
    const bool fresh = publish(place);
    any |= fresh;
    const PaneState& pane = state_.panes[static_cast<std::size_t>(place.pane)];
    if (fresh && broken < 0 && !(place.residual ? pane.residual : pane.picture).finite) broken = place.pane;
    const PictureStats& stats = pane.picture;
    if (place.residual) continue;
    loudest = std::max(loudest, static_cast<double>(stats.max_abs));
    least = std::min(least, static_cast<double>(stats.least));
  }
  // The pictures of a session that is replayed may show other parts.
  broken = command_.log->said_unless(-1, "broken", [&] { return broken; });
  if (broken >= runs_->panes()) broken = -1;
  if (broken >= 0) {
    Solver& solver = runs_->pane(broken);
    freeze(broken,
           Text::as_is(panes_[static_cast<std::size_t>(broken)].stability.verdict(solver.health(), solver.step())));
  }
  state_.picture = state_.panes[static_cast<std::size_t>(state_.active)].picture;
  if (interface_->pictures().empty()) state_.performance.view_ms *= 0.9;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (any) state_.performance.view_ms += 0.1 * (1e3 * took.count() - state_.performance.view_ms);
  // Of a field that stands there may be nothing new to see when its range is due.
  if (is_good() && (any || stands())) follow_range(loudest, least);
}

// Returns whether there was something new.
bool Session::publish(const PicturePlace& place) {
  const auto k = static_cast<std::size_t>(place.pane);
  PaneState& state = state_.panes[k];
  Pane::Picture& picture = panes_[k].picture(place.residual);
  Solver& solver = runs_->pane(place.pane);
  PictureWindow window = picture_window(state_, place);
  if (window.width <= 0 || window.height <= 0) return false;
  if (window.quantity == Quantity::residual) window.minus = subtracted(place.pane);
  const bool same = !picture.stale && window == picture.published && solver.step() == picture.step;
  if (same && !picture.untold) return false;
  if (!picture.stage) picture.stage = std::make_unique<Stage>(command_.link, solver);
  const PictureStats stats = picture.stage->publish(solver, window);
  (place.residual ? state.residual : state.picture) = stats;
  picture.published = window;
  picture.step = solver.step();
  picture.stale = false;
  picture.untold = !same && picture.stage->link().is_late();
  return true;
}

void Session::paint() {
  if (state_.workspace == Workspace::boundary_lab) {
    const ScreenRect all = interface_->picture();
    paint_canvas(state_.dark, all.x, window_.height() - all.y - all.height, all.width, all.height);
  }
  for (const PicturePlace& place : interface_->pictures()) {
    if (place.pane >= runs_->panes()) continue;
    Stage* stage = panes_[static_cast<std::size_t>(place.pane)].picture(place.residual).stage.get();
    if (stage == nullptr) continue;
    const Scene& scene = runs_->panes() > 1 ? pane_scene(state_, place.pane) : state_.scene;
    stage->paint(picture_style(state_, scene, stage->shown()), place.rect, window_.height());
  }
}

double Session::value_under(int pane, Node node) {
  Solver& solver = runs_->pane(pane);
  if (state_.view.quantity != Quantity::residual) return solver.value_at(state_.view.quantity, node, state_.view.map);
  Solver* reference = runs_->reference(pane);
  if (reference == nullptr || runs_->behind() > 0) return 0;
  const Padding& out = reference->padding();
  const Node there{node.i + out[Side::left], node.j + out[Side::bottom]};
  return solver.value_at(Quantity::ez, node) - reference->value_at(Quantity::ez, there);
}

// ---- meters

// Steps and times every frame, readings ten times a second.
void Session::read_meters() {
  const bool due = now() - last_reading_ >= reading_every;
  if (due) last_reading_ = now();
  std::optional<double> frequency;
  if (state_.instruments.angle_frequency > 0) frequency = state_.instruments.angle_frequency;
  for (int k = 0; k < runs_->panes(); ++k) {
    PaneState& pane = state_.panes[static_cast<std::size_t>(k)];
    const Solver& solver = runs_->pane(k);
    pane.step = solver.step();
    pane.dt = solver.dt();
    pane.time = solver.time();
    if (due || runs_->reference(k) == nullptr) {
      ReflectionReading now = told(state_, runs_->reading(k, frequency));
      const bool follows = pane.scene.reflection.window > 0;  // the run, where others rest at their last valid values
      pane.reflection = follows ? last_valid(std::move(pane.reflection), std::move(now)) : std::move(now);
    }
    double& peak = panes_[static_cast<std::size_t>(k)].field_peak;
    if (looks_) peak = std::max(peak, panes_[static_cast<std::size_t>(k)].stability.running_max());
    if (is_signed(state_.view.quantity)) peak = std::max(peak, static_cast<double>(pane.picture.max_abs));
    pane.residual_limit = pane.reflection.incident > 0 ? pane.reflection.incident : peak;
  }
  const double steps = static_cast<double>(runs_->pane(0).step());
  state_.reference.caught_up = steps > 0 ? 1 - runs_->behind() / steps : 1;
  parts_.each(&SessionPart::observe, *runs_, due);
}

}  // namespace ez
