#include "app/session/pictures.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>

#include "app/model/log/members.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "solver/scene/raster/raster.h"

namespace ez {

void Pictures::publish(const std::function<void(int, const Text&)>& broke) {
  if (!has_good_fields(d_.state)) return;
  const auto start = std::chrono::steady_clock::now();
  double loudest = 0, least = std::numeric_limits<double>::infinity();
  bool any = false;
  int broken = -1;  // pane whose picture has a value that is not finite
  for (const PicturePlace& place : d_.interface->pictures()) {
    if (place.pane >= d_.runs->panes()) continue;
    const bool fresh = publish(place);
    any |= fresh;
    const PaneState& pane = d_.state.panes[static_cast<std::size_t>(place.pane)];
    if (fresh && broken < 0 && !(place.residual ? pane.residual : pane.picture).finite) broken = place.pane;
    const PictureStats& stats = pane.picture;
    if (place.residual) continue;
    loudest = std::max(loudest, static_cast<double>(stats.max_abs));
    least = std::min(least, static_cast<double>(stats.least));
  }
  // A replayed session may show other parts of the field.
  broken = d_.log().record_or_replay_unless(-1, "broken", [&] { return broken; });
  if (broken >= d_.runs->panes()) broken = -1;
  if (broken >= 0) {
    Solver& solver = d_.runs->pane(broken);
    broke(broken,
          Text::as_is(d_.panes[static_cast<std::size_t>(broken)].stability.verdict(solver.health(), solver.step())));
  }
  d_.state.picture = d_.state.panes[static_cast<std::size_t>(d_.state.active)].picture;
  if (d_.interface->pictures().empty()) d_.state.performance.view_ms *= 0.9;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (any) d_.state.performance.view_ms += 0.1 * (1e3 * took.count() - d_.state.performance.view_ms);
  // The picture of a paused field may not be published again when its range is due.
  if (has_good_fields(d_.state) && (any || stands(d_.state))) follow_range(loudest, least);
}

bool Pictures::publish(const PicturePlace& place) {
  const auto k = static_cast<std::size_t>(place.pane);
  PaneState& state = d_.state.panes[k];
  Pane::Picture& picture = d_.panes[k].picture(place.residual);
  Solver& solver = d_.runs->pane(place.pane);
  PictureWindow window = picture_window(d_.state, place);
  if (window.width <= 0 || window.height <= 0) return false;
  if (window.quantity == Quantity::residual) window.minus = subtracted(place.pane);
  const bool same = !picture.stale && window == picture.published && solver.step() == picture.step;
  if (same && !picture.statistics_late) return false;
  if (!picture.stage) picture.stage = std::make_unique<Stage>(d_.command.link, solver);
  const PictureStats stats = picture.stage->publish(solver, window);
  (place.residual ? state.residual : state.picture) = stats;
  picture.published = window;
  picture.step = solver.step();
  picture.stale = false;
  picture.statistics_late = !same && picture.stage->link().is_late();
  return true;
}

void Pictures::paint() {
  if (d_.state.workspace == Workspace::boundary_lab) {
    const ScreenRect all = d_.interface->picture();
    paint_canvas(d_.state.dark, all.x, d_.window.height() - all.y - all.height, all.width, all.height);
  }
  for (const PicturePlace& place : d_.interface->pictures()) {
    if (place.pane >= d_.runs->panes()) continue;
    Stage* stage = d_.panes[static_cast<std::size_t>(place.pane)].picture(place.residual).stage.get();
    if (stage == nullptr) continue;
    const Scene& scene = d_.runs->panes() > 1 ? pane_scene(d_.state, place.pane) : d_.state.scene;
    stage->paint(picture_style(d_.state, scene, stage->shown()), place.rect, d_.window.height());
  }
}

PictureReference Pictures::subtracted(int pane) {
  const int other = d_.state.instruments.difference_with;
  if (d_.state.workspace == Workspace::boundary_lab && other >= 0 && other < d_.runs->panes())
    return d_.runs->minus_pane(pane, other);
  return d_.runs->reference(pane) != nullptr && d_.runs->behind() == 0 ? d_.runs->minus_reference(pane)
                                                                       : PictureReference{};
}

double Pictures::value_under(int pane, Node node) {
  Solver& solver = d_.runs->pane(pane);
  if (d_.state.view.quantity != Quantity::residual)
    return solver.value_at(d_.state.view.quantity, node, d_.state.view.map);
  Solver* reference = d_.runs->reference(pane);
  if (reference == nullptr || d_.runs->behind() > 0) return 0;
  const Padding& out = reference->padding();
  const Node there{node.i + out[Side::left], node.j + out[Side::bottom]};
  return solver.value_at(Quantity::ez, node) - reference->value_at(Quantity::ez, there);
}

void Pictures::look_under_cursor() {
  const auto pointed = d_.log().visible() ? d_.interface->pointed() : std::nullopt;
  Cursor& cursor = d_.state.cursor;
  cursor.inside = false;
  if (!pointed || pointed->pane >= d_.runs->panes()) return;
  Solver& solver = d_.runs->pane(pointed->pane);
  const NodeMap& nodes = solver.nodes();
  const Vec2 node = to_grid(d_.state.scene.grid, solver.scene().grid, pointed->node);
  cursor.node = {static_cast<int>(std::floor(node.x + 0.5)), static_cast<int>(std::floor(node.y + 0.5))};
  cursor.position = from_nodes(solver.scene(), node);
  cursor.inside = cursor.node.i >= 0 && cursor.node.j >= 0 && cursor.node.i < nodes.nx() && cursor.node.j < nodes.ny();
  if (!cursor.inside) return;
  if (has_good_fields(d_.state)) cursor.value = value_under(pointed->pane, cursor.node);
  if (in_cells(solver.scene().physics))  // the states that the gas or heat started with
    cursor.material = nodes.at(cursor.node.i, cursor.node.j) == 1 ? "solid wall" : "";
  else
    cursor.material = entry_name(solver.scene(), nodes.material_at(cursor.node.i, cursor.node.j));
}

void Pictures::follow_range(double max_abs, double least) {
  ViewState& view = d_.state.view;
  if (view.quantity == Quantity::residual) return;  // the residual has a separate scale
  const bool spans = spans_range(view.quantity), bright = has_bright_nodes(d_.state.scene);
  if (view.quantity != range_quantity_) {
    range_quantity_ = view.quantity;
    range_.restart();
    span_.restart();
    double& own = d_.state.limits[static_cast<std::size_t>(view.quantity)];
    if (view.range != RangeMode::automatic) view.low = 0;
    if (view.range != RangeMode::automatic && own == 0)
      own = view.limit = spans ? settled_ends(0, max_abs).limit : settled_limit(view.quantity, max_abs, bright);
  }
  if (view.range != RangeMode::automatic) return;
  if (spans) {
    const double seconds = stands(d_.state) ? std::numeric_limits<double>::infinity() : d_.frame_seconds();
    const BarEnds ends = span_.follow(least, max_abs, seconds);
    view.low = ends.low;
    view.limit = ends.limit;
    return;
  }
  view.low = 0;
  view.limit = stands(d_.state) ? range_.settle(view.quantity, max_abs, bright)
                                : range_.follow(view.quantity, max_abs, d_.frame_seconds(), bright);
}

void Pictures::save_screenshot(Services& services) {
  const bool last = d_.state.quit || (d_.command.frames > 0 && d_.frames >= d_.command.frames);
  if (last && !d_.command.screenshot.empty()) screenshot_ = d_.command.screenshot;
  if (screenshot_.empty()) return;
  if (!d_.log().visible()) {
    if (!last) return;
    throw std::runtime_error(screenshot_ + " was not written: the window is minimised; restore it, or use --offscreen");
  }
  const std::string path = std::exchange(screenshot_, "");
  const auto write = [&] { return d_.write(path, [&] { return encode_png(d_.window.read()); }); };
  const Text why = last && path == d_.command.screenshot ? write() : d_.log().record_or_replay("screenshot", write);
  if (last && !why.empty()) throw TextError(why);
  if (!last) file_written(d_.state, services, FilePrompt::Purpose::screenshot, path, why);
}

void Pictures::take_picture() {
  if (!d_.parts.any(&SessionPart::takes_pictures)) return;
  const ScreenRect p = d_.interface->picture();
  d_.parts.each(&SessionPart::add_picture,
                d_.log().replaying() ? Image() : d_.window.read(p.x, p.y, p.width, p.height));
}

}  // namespace ez
