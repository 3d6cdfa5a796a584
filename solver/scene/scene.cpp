// Lengths, nodes and times that follow from a scene. Each is computed only here, so that the whole
// program rounds it the same way.
#include "solver/scene/scene.h"

#include <algorithm>
#include <cmath>

namespace ez {

Scene::Scene() = default;
Scene::Scene(const Scene&) = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(const Scene&) = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;
bool Scene::operator==(const Scene&) const = default;

namespace {

constexpr double light_speed = 299792458.0;
// Keeps the cast to int defined for any position. No grid is as large.
constexpr double farthest_node = 1e9;

// Returns the position of node (0, 0), in cells.
double first_centre(const Scene& scene) { return in_cells(scene.physics) ? 0.5 : 0; }

// Returns the largest initial (|u| + c)/Δx + (|v| + c)/Δy of a gas in 1/s; 0 without a state.
double signal_rate(const Scene& scene) {
  const Vec2 cell = cell_size(scene);
  double most = 0;
  for (const FluidState& s : scene.states) {
    const double c = std::sqrt(scene.gas.gamma * s.pressure / s.density);
    most = std::max(most, (std::abs(s.velocity.x) + c) / cell.x + (std::abs(s.velocity.y) + c) / cell.y);
  }
  return most;
}

}  // namespace

Scene started_as(Physics physics) {
  Scene scene;
  scene.physics = physics;
  scene.boundary.side.fill(default_boundary(physics));
  scene.view.quantity = main_quantity(physics);
  if (in_cells(physics)) scene.grid.background.clear();
  return scene;
}

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

double length_unit(const Scene& scene) { return scene.unit == Unit::cell ? cell_size(scene).x : metres(scene.unit); }

Vec2 extent(const Scene& scene) {
  const Vec2 cell = cell_size(scene);
  const auto cells = [&](Side side, int nodes) {
    return in_cells(scene.physics) || facts_of(scene.boundary[side]).in_pairs ? nodes : nodes - 1;
  };
  return {cells(Side::left, scene.grid.nx) * cell.x, cells(Side::bottom, scene.grid.ny) * cell.y};
}

Vec2 to_nodes(const Scene& scene, Vec2 position) {
  const double first = first_centre(scene);
  if (scene.unit == Unit::cell) return {position.x - first, position.y - first};
  return {position.x / scene.grid.dx - first, position.y / scene.grid.dy - first};
}

Vec2 from_nodes(const Scene& scene, Vec2 nodes) {
  const double first = first_centre(scene);
  if (scene.unit == Unit::cell) return {nodes.x + first, nodes.y + first};
  return {(nodes.x + first) * scene.grid.dx, (nodes.y + first) * scene.grid.dy};
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

const FluidState* state_named(const Scene& scene, std::string_view name) {
  const auto found = std::find_if(scene.states.begin(), scene.states.end(),
                                  [&](const FluidState& s) { return name.empty() || s.name == name; });
  return found == scene.states.end() ? nullptr : &*found;
}

double time_step(const Scene& scene) {
  const Vec2 cell = cell_size(scene);
  if (scene.physics == Physics::heat) {
    const HeatSettings& h = scene.heat;
    if (h.dt) return *h.dt;
    return h.cfl.value_or(0.9) / (2 * h.diffusivity * (1 / (cell.x * cell.x) + 1 / (cell.y * cell.y)));
  }
  if (scene.physics == Physics::gas) {
    const GasSettings& g = scene.gas;
    const double most = signal_rate(scene);
    if (g.dt || !(most > 0)) return g.dt.value_or(1);
    return g.cfl.value_or(usual_cfl(g.scheme)) / most;
  }
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
  if (scene.physics == Physics::heat) {
    const double length = std::max(scene.grid.nx * cell.x, scene.grid.ny * cell.y);
    return 0.01 * length * length / scene.heat.diffusivity;
  }
  if (const double most = signal_rate(scene); scene.physics == Physics::gas && most > 0)
    return 0.1 * std::max(scene.grid.nx, scene.grid.ny) * 2 / most;
  return 0.1 * std::max(scene.grid.nx * cell.x, scene.grid.ny * cell.y) / light_speed;
}

}  // namespace ez
