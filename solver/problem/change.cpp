#include "solver/problem/change.h"

#include "solver/scene/fault.h"

namespace ez {
namespace {

bool same_grid(const Scene& a, const Scene& b) {
  return a.grid.nx == b.grid.nx && a.grid.ny == b.grid.ny && cell_size(a) == cell_size(b) &&
         a.grid.precision == b.grid.precision && a.grid.polarization == b.grid.polarization && a.physics == b.physics;
}

// Compares media, boundaries and Δt. (A hidden fault may depend on a shape or a source.)
bool same_tables(const Scene& a, const Scene& b) {
  return a.unit == b.unit && a.grid == b.grid && a.boundary == b.boundary && a.materials == b.materials &&
         a.shapes == b.shapes && a.gas == b.gas && a.heat == b.heat && a.states == b.states &&
         active_faults(a) == active_faults(b);
}

Change tables_within(NodeRect nodes, bool of_cells) {
  Change c;
  c.step = c.electric_palette = c.magnetic_palette = c.layers = c.walls = c.absorbing = true;
  c.terms = c.instruments = true;
  c.cells = of_cells;
  c.electric_map = c.magnetic_map = nodes;
  return c;
}

}  // namespace

Change change_of(const Scene& before, const Scene& after) {
  Change c;
  if (!same_grid(before, after)) {
    c.grid = true;
    return c;
  }
  if (!same_tables(before, after))
    return tables_within(
        before.unit == after.unit ? dirty_rect(before, after) : NodeRect{0, 0, after.grid.nx, after.grid.ny},
        in_cells(after.physics));
  c.terms = before.sources != after.sources;
  c.instruments = before.probes != after.probes;
  return c;
}

Change whole_change(const Problem& p) { return tables_within({0, 0, p.nx, p.ny}, p.gas != nullptr); }

void narrow(Change& c, const ProblemTables& before, const ProblemTables& now) {
  c.step &= before.dt != now.dt;
  c.electric_palette &=
      before.electric_palette != now.electric_palette || before.hx_unit != now.hx_unit || before.hy_unit != now.hy_unit;
  c.magnetic_palette &= before.magnetic_palette != now.magnetic_palette;
  c.layers &= before.x != now.x || before.y != now.y;
  c.walls &= before.walls != now.walls;
  c.absorbing &= c.walls || before.mur != now.mur || before.mur2 != now.mur2 || before.mur_corners != now.mur_corners;
  c.terms = before.terms != now.terms;
  c.instruments &= before.instruments != now.instruments;
  if (c.walls) c.electric_map = {0, 0, now.nx, now.ny};  // boundary nodes have separate entries
}

}  // namespace ez
