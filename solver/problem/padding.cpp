#include "solver/problem/padding.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "solver/scene/fault.h"

namespace ez {
namespace {

Vec2 position(Node node) { return {static_cast<double>(node.i), static_cast<double>(node.j)}; }

Vec2 laid_position(const Scene& scene, Vec2 at, const Padding& padding) {
  return position(shifted(nearest_node(scene, at), padding));
}
// Converts positions between nodes too.
Vec2 laid_place(const Scene& scene, Vec2 at, const Padding& padding) {
  const Vec2 n = to_nodes(scene, at);
  return {n.x + padding[Side::left], n.y + padding[Side::bottom]};
}

// Converts the lengths of a source to cells along x, the unit of the laid-out scene.
struct LengthsInCells {
  double cells;  // cells per unit
  void operator()(std::string_view, double& v, const Key& key) const {
    if (key.measure == Measure::length) v *= cells;
  }
  void operator()(std::string_view, auto&&, const Key&) const {}
};

// Returns a grid only a few nodes wider than the outer layers, because the layers depend
// on cell, Δt and background only.
Problem layers_alone(const Scene& scene, const CpmlGrading& outer) {
  Scene s;
  s.unit = Unit::cell;
  s.grid = scene.grid;
  const Vec2 cell = cell_size(scene);
  s.grid.dx = cell.x;
  s.grid.dy = cell.y;
  s.grid.nx = s.grid.ny = 2 * outer.cells + 8;
  s.materials = scene.materials;
  s.boundary.cpml = outer;
  return build_problem(s, rasterize(s));
}

// Copies the outermost `cells` lines at one end of a vector.
void copy_end(const std::vector<double>& from, std::vector<double>& to, std::size_t nodes, std::size_t cells,
              bool low) {
  for (std::size_t line = 0; line < to.size(); line += nodes) {  // one table after the other
    const auto begin = to.begin() + static_cast<std::ptrdiff_t>(line);
    if (low)
      std::copy_n(from.begin(), cells, begin);
    else
      std::copy_n(from.end() - static_cast<std::ptrdiff_t>(cells), cells,
                  begin + static_cast<std::ptrdiff_t>(nodes - cells));
  }
}

// At the high end, H comes one index before E. So one more line is copied, whose E node is
// outside the layer in both grids.
void open_end(const AxisLayers& from, AxisLayers& to, int nodes, int cells, bool low) {
  const auto n = static_cast<std::size_t>(nodes), count = static_cast<std::size_t>(cells) + (low ? 0 : 1);
  for (auto part :
       {&AxisLayers::k_e, &AxisLayers::b_e, &AxisLayers::c_e, &AxisLayers::k_h, &AxisLayers::b_h, &AxisLayers::c_h})
    copy_end(from.*part, to.*part, n, count, low);
  (low ? to.low : to.high) = cells;
}

}  // namespace

bool is_empty(const Padding& padding) { return padding.cells == std::array<int, 4>{}; }

Node shifted(Node node, const Padding& o) { return {node.i + o[Side::left], node.j + o[Side::bottom]}; }

NodeRect shifted(NodeRect r, const Scene& scene, const Padding& o) {
  if (r.empty()) return r;
  const int x = o[Side::left], y = o[Side::bottom];
  return {r.i0 == 0 ? 0 : r.i0 + x, r.j0 == 0 ? 0 : r.j0 + y, r.i1 + x + (r.i1 == scene.grid.nx ? o[Side::right] : 0),
          r.j1 + y + (r.j1 == scene.grid.ny ? o[Side::top] : 0)};
}

Scene lay_out(const Scene& scene, const Padding& padding) {
  if (is_empty(padding)) return scene;
  Scene s = scene;
  const Vec2 cell = cell_size(scene);
  s.unit = Unit::cell;
  s.grid.dx = cell.x;
  s.grid.dy = cell.y;
  s.grid.nx += padding[Side::left] + padding[Side::right];
  s.grid.ny += padding[Side::bottom] + padding[Side::top];
  const BoundaryKind zeros = seen_by(scene.grid.polarization, BoundaryKind::pec);
  for (Side side : all_sides)
    if (padding[side] > 0) s.boundary[side] = zeros;
  for (Source& source : s.sources) {
    source = settled(scene, source);
    for (const NamedPlace& place : places_of(source))
      *place.at = moves(source) ? laid_place(scene, *place.at, padding) : laid_position(scene, *place.at, padding);
    const LengthsInCells lengths{to_nodes(scene, {1, 0}).x};
    std::visit([&](auto& g) { g.fields(g, lengths); }, source.geometry);
  }
  for (Probe& probe : s.probes) {
    const Node n = nearest_node(scene, probe.at);
    probe.at =
        position(shifted(Node{std::clamp(n.i, 0, scene.grid.nx - 1), std::clamp(n.j, 0, scene.grid.ny - 1)}, padding));
  }
  s.faults = active_faults(scene);
  s.hidden_fault.reset();
  std::erase_if(s.faults, [&](const BoundaryFault& f) { return padding[f.side] > 0; });
  return s;
}

NodeMap lay_out(NodeMap inner, const Padding& o) {
  if (is_empty(o)) return inner;
  NodeMap map(inner.nx() + o[Side::left] + o[Side::right], inner.ny() + o[Side::bottom] + o[Side::top], inner.wide());
  for (int j = 0; j < map.ny(); ++j) {
    const int from = std::clamp(j - o[Side::bottom], 0, inner.ny() - 1);
    for (int i = 0; i < map.nx(); ++i) map.set(i, j, inner.at(std::clamp(i - o[Side::left], 0, inner.nx() - 1), from));
  }
  map.take_mixed(inner);
  return map;
}

void lay_out(const Scene& scene, const Padding& o, NodeRect dirty, NodeMap& map) {
  if (is_empty(o)) return rasterize(scene, dirty, map);
  if (has_mixed_media(scene) || !map.mixed().empty()) {
    map = lay_out(rasterize(scene), o);
    return;
  }
  NodeMap inner(scene.grid.nx, scene.grid.ny, map.wide());
  rasterize(scene, dirty, inner);
  const NodeRect outer = shifted(dirty, scene, o);
  for (int j = outer.j0; j < outer.j1; ++j) {
    const int from = std::clamp(j - o[Side::bottom], 0, scene.grid.ny - 1);
    for (int i = outer.i0; i < outer.i1; ++i)
      map.set(i, j, inner.at(std::clamp(i - o[Side::left], 0, scene.grid.nx - 1), from));
  }
}

void open_layers(Problem& p, const Scene& scene, const Padding& o) {
  if (is_empty(o)) return;
  const Problem outer = layers_alone(scene, o.outer);
  const int n = o.outer.cells;
  for (Side side : all_sides) {
    if (o[side] == 0) continue;
    p.walls[static_cast<std::size_t>(side)] = BoundaryKind::cpml;
    const bool low = at_low_end(side);
    if (across_x(side))
      open_end(outer.x, p.x, p.nx, n, low);
    else
      open_end(outer.y, p.y, p.ny, n, low);
  }
}

double engine_bytes(const Scene& scene, const Padding& padding) {
  Scene s = lay_out(scene, padding);
  for (Side side : all_sides)
    if (padding[side] > 0) s.boundary[side] = BoundaryKind::cpml, s.boundary.cpml.cells = padding.outer.cells;
  return engine_bytes(s);
}

}  // namespace ez
