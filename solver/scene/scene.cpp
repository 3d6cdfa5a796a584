// Lengths, nodes and times derived from a scene. Each quantity is computed here once, so that every part of the program
// rounds it the same way.
#include "solver/scene/scene.h"

#include <algorithm>
#include <cmath>

namespace ez {
namespace {

constexpr double light_speed = 299792458.0;
// Keeps the cast to int defined for any position; no grid comes near it.
constexpr double farthest_node = 1e9;

}  // namespace

double metres(Unit unit) {
  switch (unit) {
    case Unit::m:
      return 1.0;
    case Unit::cm:
      return 1e-2;
    case Unit::mm:
      return 1e-3;
    case Unit::um:
      return 1e-6;
    case Unit::nm:
      return 1e-9;
    case Unit::cell:
      return 1.0;
  }
  return 1.0;
}

Vec2 cell_size(const Scene& scene) {
  const double unit = metres(scene.unit);
  return {scene.grid.dx * unit, scene.grid.dy * unit};
}

Vec2 extent(const Scene& scene) {
  const Vec2 cell = cell_size(scene);
  const auto cells = [&](Side side, int nodes) { return facts_of(scene.boundary[side]).in_pairs ? nodes : nodes - 1; };
  return {cells(Side::left, scene.grid.nx) * cell.x, cells(Side::bottom, scene.grid.ny) * cell.y};
}

Vec2 to_nodes(const Scene& scene, Vec2 position) {
  if (scene.unit == Unit::cell) return position;
  return {position.x / scene.grid.dx, position.y / scene.grid.dy};
}

Vec2 from_nodes(const Scene& scene, Vec2 nodes) {
  if (scene.unit == Unit::cell) return nodes;
  return {nodes.x * scene.grid.dx, nodes.y * scene.grid.dy};
}

Node nearest_node(const Scene& scene, Vec2 position) {
  const Vec2 at = to_nodes(scene, position);
  const auto snap = [](double v) {
    const double node = std::floor(v + 0.5 + 1e-6);
    return static_cast<int>(node >= -farthest_node ? std::min(node, farthest_node) : -farthest_node);
  };
  return {snap(at.x), snap(at.y)};
}

BoundaryKind seen_by(Polarization polarization, BoundaryKind kind) {
  return polarization == Polarization::hz ? facts_of(kind).dual : kind;
}
BoundaryKind wall_of(const Scene& scene, Side side) { return seen_by(scene.grid.polarization, scene.boundary[side]); }

bool is_held(const Scene& scene, Node n) {
  const Grid& g = scene.grid;
  const std::array<bool, 4> on = {n.i == 0, n.i == g.nx - 1, n.j == 0, n.j == g.ny - 1};
  return std::any_of(all_sides.begin(), all_sides.end(), [&](Side side) {
    return on[static_cast<std::size_t>(side)] && facts_of(wall_of(scene, side)).sets_nodes();
  });
}

double time_step(const Scene& scene) {
  const Vec2 cell = cell_size(scene);
  return scene.grid.courant / (light_speed * std::sqrt(1.0 / (cell.x * cell.x) + 1.0 / (cell.y * cell.y)));
}

std::vector<Side> measured_sides(const Scene& scene) {
  if (scene.reflection.sides) return *scene.reflection.sides;
  std::vector<Side> out;
  for (const Side side : all_sides)
    if (!facts_of(scene.boundary[side]).in_pairs) out.push_back(side);
  return out;
}

std::optional<double> first_period(const Scene& scene) {
  std::optional<double> of_one_off;
  for (const Source& source : scene.sources) {
    const std::optional<double> f = frequency(source.waveform);
    if (f && source.on) return 1.0 / *f;
    if (f && !of_one_off) of_one_off = 1.0 / *f;
  }
  return of_one_off;
}

double reference_period(const Scene& scene) {
  if (const auto period = first_period(scene)) return *period;
  const Vec2 cell = cell_size(scene);
  return 0.1 * std::max(scene.grid.nx * cell.x, scene.grid.ny * cell.y) / light_speed;
}

}  // namespace ez
