// Converts a scene to a finer or coarser grid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/scene/duration.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/variants.h"
#include "solver/scene/formula.h"

namespace ez {
namespace {

int scaled_count(int n, double k) {
  constexpr double beyond = 1 << 30;  // outside the rules, but still an int
  return static_cast<int>(std::llround(std::clamp(n * k, 0.0, beyond)));
}

// Multiplies lengths and positions by K.
struct Scale {
  double k;
  void operator()(std::string_view, double& v, const Key& key) const {
    if (key.measure != Measure::plain) v *= k;
  }
  void operator()(std::string_view, Vec2& v, const Key& key) const {
    if (key.measure != Measure::plain) v = {v.x * k, v.y * k};
  }
  void operator()(std::string_view name, std::optional<Vec2>& v, const Key& key) const {
    if (v) (*this)(name, *v, key);
  }
  void operator()(std::string_view name, std::optional<BoxCorners>& box, const Key& key) const {
    if (box) (*this)(name, box->min, key), (*this)(name, box->max, key);
  }
  void operator()(std::string_view name, std::vector<Vec2>& points, const Key& key) const {
    for (Vec2& p : points) (*this)(name, p, key);
  }
  void operator()(std::string_view, auto&&, const Key&) const {}
};

// On a coarser grid the last node may be before the old one, by up to half a cell of the new grid (cells are rounded)
// plus the difference of the cells. Objects on the old grid that would be beyond the new one move onto its last node.
class OntoTheGrid {
 public:
  OntoTheGrid(const Scene& before, const Scene& after) : before_(before), after_(after) {}
  // `was` is the point in the old scene, and `is` in the new one.
  void operator()(Vec2 was, Vec2& is) const {
    const Node old = nearest_node(before_, was), now = nearest_node(after_, is);
    const Vec2 last = from_nodes(after_, {after_.grid.nx - 1.0, after_.grid.ny - 1.0});
    if (old.i >= 0 && old.i < before_.grid.nx && now.i >= after_.grid.nx) is.x = last.x;
    if (old.j >= 0 && old.j < before_.grid.ny && now.j >= after_.grid.ny) is.y = last.y;
  }
  void operator()(const Source& was, Source& is) const {
    const std::vector<Vec2> before = places_of(was);
    const std::vector<NamedPlace> after = places_of(is);
    for (std::size_t k = 0; k < before.size(); ++k) (*this)(before[k], *after[k].at);
  }
  void operator()(Monitor was, Monitor& is) const {
    const std::vector<MonitorPlace> before = places_of(was), after = places_of(is);
    for (std::size_t k = 0; k < before.size(); ++k) (*this)(*before[k].at, *after[k].at);
  }

 private:
  const Scene& before_;
  const Scene& after_;
};

void scale_lengths(Scene& out, double k) {
  const auto scale = [k](auto& g) { g.fields(g, Scale{k}); };
  for (Shape& shape : out.shapes) std::visit(scale, shape.geometry), std::visit(scale, shape.copies);
  for (Source& source : out.sources) std::visit(scale, source.geometry);
  for (Probe& probe : out.probes) scale(probe);
  for (Monitor& monitor : out.monitors) std::visit(scale, monitor.geometry);
  for (Material& m : out.materials)
    for (std::string* formula : {&m.eps_formula, &m.sigma_formula}) *formula = with_scaled_places(*formula, k);
}

// Fixes the box of a plane wave that leaves it to the program. The default box would move with the cells of the finer
// grid, but instruments next to it do not. Without periodic sides the box keeps its position. (On a coarser grid the
// layers are thicker and would reach it.)
void keep_boxes(const Scene& before, Scene& after) {
  for (std::size_t n = 0; n < before.sources.size(); ++n) {
    const auto* was = std::get_if<PlaneSource>(&before.sources[n].geometry);
    if (!was || was->box) continue;
    const auto box_in = [n](const Scene& s) { return *std::get<PlaneSource>(settled(s, s.sources[n]).geometry).box; };
    const BoxCorners old = box_in(before);
    BoxCorners box = box_in(after);
    if (PlaneSource::crosses_x(before)) box.min.x = old.min.x, box.max.x = old.max.x;
    if (PlaneSource::crosses_y(before)) box.min.y = old.min.y, box.max.y = old.max.y;
    std::get<PlaneSource>(after.sources[n].geometry).box = box;
  }
}

GridSize scaled_grid(const Grid& g, double k) {
  return {scaled_count(g.nx, k), scaled_count(g.ny, k), g.dx / k, g.dy / k};
}

// `k` is the mean factor of both axes.
Scene refined_alone(const Scene& scene, const GridSize& grid, double k) {
  Scene out = scene;
  out.grid.nx = grid.nx;
  out.grid.ny = grid.ny;
  out.grid.dx = grid.dx;
  out.grid.dy = grid.dy;
  if (out.gas.dt) *out.gas.dt /= k;
  if (out.heat.dt) *out.heat.dt /= k * k;
  // Keeps the time: a step shrinks by the same factor as a cell.
  const auto moment = parse_pause(scene.pause.at);
  if (moment && moment->kind == PauseMoment::Kind::steps)
    out.pause.at = fmt::format(
        "{} steps", std::llround(std::clamp(static_cast<double>(moment->steps) * k, 1.0, double{most_steps})));
  if (scene.reflection.margin > 0) out.reflection.margin = std::max(16, scaled_count(scene.reflection.margin, k));
  if (scene.unit == Unit::cell) scale_lengths(out, k);
  if (k > 1 && scene.unit != Unit::cell) keep_boxes(scene, out);
  const OntoTheGrid place(scene, out);
  for (std::size_t n = 0; n < scene.sources.size(); ++n) place(scene.sources[n], out.sources[n]);
  for (std::size_t n = 0; n < scene.probes.size(); ++n) place(scene.probes[n].at, out.probes[n].at);
  for (std::size_t n = 0; n < scene.monitors.size(); ++n) place(scene.monitors[n], out.monitors[n]);
  return out;
}

}  // namespace

// A variant's keys may contain any length. So the variant is refined as a scene, and its keys become the differences.
Scene refine(const Scene& scene, double k) {
  Scene out = refined_alone(scene, scaled_grid(scene.grid, k), k);
  for (std::size_t v = 0; v < scene.variants.size(); ++v) {
    const SceneResult variant = scene_of_variant(scene, v);
    if (!variant.scene) continue;
    if (auto set = differences(out, refined_alone(*variant.scene, scaled_grid(variant.scene->grid, k), k)))
      out.variants[v].set = std::move(*set);
  }
  return out;
}

Scene refine(const Scene& scene, const GridSize& grid) {
  return refined_alone(scene, grid, std::sqrt(scene.grid.dx / grid.dx * (scene.grid.dy / grid.dy)));
}

}  // namespace ez
