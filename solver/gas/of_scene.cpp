#include "solver/gas/of_scene.h"

#include <algorithm>

#include "solver/scene/raster/wall_rim.h"

namespace ez::gas {
namespace {

Side side_of(BoundaryKind kind) {
  switch (kind) {
    case BoundaryKind::periodic:
      return Side::periodic;
    case BoundaryKind::outflow:
      return Side::outflow;
    case BoundaryKind::fixed:
      return Side::fixed;
    default:
      return Side::wall;  // insulated heat too
  }
}

Parameters parameters_of(const Scene& scene) {
  Parameters p;
  p.gamma = scene.gas.gamma;
  p.viscosity = scene.gas.viscosity;
  p.entropy_fix = scene.gas.entropy_fix;
  p.diffusivity = scene.heat.diffusivity;
  const bool heat = scene.physics == Physics::heat;
  p.cfl = (heat ? scene.heat.cfl : scene.gas.cfl).value_or(0);
  p.dt = (heat ? scene.heat.dt : scene.gas.dt).value_or(0);
  return p;
}

Scheme scheme_of(GasScheme scheme) {
  switch (scheme) {
    case GasScheme::lax_wendroff:
      return Scheme::lax_wendroff;
    case GasScheme::muscl_hllc:
      return Scheme::muscl_hllc;
    default:
      return Scheme::roe;
  }
}

// Returns the walls that are not on a face. If a wall is so near to a cell's centre that the velocity would be
// reflected more than twofold, it is treated as a wall slightly further away.
std::vector<Slant> slants_of(const Scene& scene, const NodeMap& cells) {
  constexpr double most = 2;
  std::vector<Slant> out;
  for (const WallCrossing& w : wall_crossings(scene, cells)) {
    const CellFace face = w.di < 0   ? CellFace::left
                          : w.di > 0 ? CellFace::right
                          : w.dj < 0 ? CellFace::below
                                     : CellFace::above;
    const double ratio = w.part * most > 1 - w.part ? (1 - w.part) / w.part : most;
    out.push_back({w.cell.j * scene.grid.nx + w.cell.i, face, w.normal.x, w.normal.y, ratio});
  }
  return out;
}

// Returns the cell of a probe, within the grid.
Node cell_of(const Scene& scene, const Probe& probe) {
  const Node n = nearest_node(scene, probe.at);
  return {std::clamp(n.i, 0, scene.grid.nx - 1), std::clamp(n.j, 0, scene.grid.ny - 1)};
}

}  // namespace

GasProblem gas_of(const Scene& scene, const NodeMap& cells) {
  GasProblem g;
  g.nx = scene.grid.nx, g.ny = scene.grid.ny;
  const Vec2 cell = cell_size(scene);
  g.dx = cell.x, g.dy = cell.y;
  const bool heat = scene.physics == Physics::heat;
  g.scheme = heat ? Scheme::diffusion : scheme_of(scene.gas.scheme);
  const Boundary& b = scene.boundary;
  g.sides = {side_of(b[ez::Side::left]), side_of(b[ez::Side::right]), side_of(b[ez::Side::bottom]),
             side_of(b[ez::Side::top])};
  g.parameters = parameters_of(scene);
  // Solid cells have the background state until a shape with a state is drawn there.
  const FluidState* background = state_named(scene, scene.grid.background);
  const FluidState none;
  const auto state_at = [&](std::size_t entry) -> const FluidState& {
    const std::size_t k = entry - first_state;
    if (entry >= first_state && k < scene.states.size()) return scene.states[k];
    return background ? *background : none;
  };
  for (auto* array : {&g.rho, &g.u, &g.v, &g.p})
    if (!heat) array->resize(g.cells());
  if (heat) g.value.resize(g.cells());
  g.solid.resize(g.cells());
  bool any_solid = false;
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i) {
      const std::size_t k = g.at(i, j), entry = cells.at(i, j);
      const FluidState& s = state_at(entry);
      if (heat)
        g.value[k] = s.value;
      else
        g.rho[k] = s.density, g.u[k] = s.velocity.x, g.v[k] = s.velocity.y, g.p[k] = s.pressure;
      g.solid[k] = entry == 1;
      any_solid = any_solid || entry == 1;
    }
  if (!any_solid) g.solid.clear();
  if (any_solid && g.scheme == Scheme::muscl_hllc) g.slants = slants_of(scene, cells);
  return g;
}

Problem problem_of(const Scene& scene, const NodeMap& cells) {
  Problem p;
  p.nx = scene.grid.nx, p.ny = scene.grid.ny;
  const Vec2 cell = cell_size(scene);
  p.dx = cell.x, p.dy = cell.y;
  p.dt = time_step(scene);
  p.precision = scene.grid.precision;
  for (std::size_t k = 0; k < p.walls.size(); ++k) p.walls[k] = scene.boundary.side[k];
  for (const Probe& probe : scene.probes)
    p.instruments.push_back({cell_of(scene, probe), probe.quantity.value_or(main_quantity(scene.physics))});
  p.gas = std::make_shared<const GasProblem>(gas_of(scene, cells));
  p.electric = cells;
  return p;
}

}  // namespace ez::gas
