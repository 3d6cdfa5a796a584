// Rules of [grid] and [boundary].
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "solver/scene/file/rules/scene_rules.h"
#include "solver/scene/raster/metal_rim.h"

namespace ez {

namespace {

constexpr int fewest_cells = 16;

}  // namespace

void Rules::grid() {
  const Grid& g = scene_.grid;
  grid_holds_ = true;
  if (std::min(g.nx, g.ny) < fewest_cells || std::max(g.nx, g.ny) > most_cells) {
    grid_holds_ = false;
    error("grid.cells", fmt::format("grid.cells is [{}, {}]; give {} to {} cells along each axis", g.nx, g.ny,
                                    fewest_cells, most_cells));
  }
  const Vec2 cell = cell_size(scene_);
  for (const double size : {cell.x, cell.y}) {
    if (size >= smallest_cell && size <= largest_cell) continue;
    grid_holds_ = false;
    error("grid.cell", fmt::format("grid.cell is {:g} m; give a cell size above 0, from 1e-12 m to 1e6 m", size));
    break;
  }
  if (!in_cells(scene_.physics) || !g.background.empty()) check_material_exists("grid.background", g.background);
  if (const Material* m = material(g.background); m && m->graded())
    error("grid.background", fmt::format("grid.background is {}, whose formula needs a shape; use a background without "
                                         "a formula, and draw a shape of this material",
                                         names::quoted(g.background)));
  if (g.conformal && !has_metal_rim(scene_))
    warning("grid.conformal",
            "grid.conformal only affects shapes of pec, but there are none; leave it out, or draw one");
}

void Rules::boundary() {
  const Boundary& b = scene_.boundary;
  for (const Side side : all_sides) {
    if (is_for(facts_of(b[side]).belongs, scene_.physics)) continue;
    const std::string path = fmt::format("boundary.{}", to_string(side));
    error(path,
          fmt::format("{} is {}, which is for physics = {}; give one of {}", path, to_string(b[side]),
                      names::of(facts_of(b[side]).belongs), fmt::join(names::boundaries_of(scene_.physics), ", ")));
  }
  for (const auto& [one, other] : {std::pair(Side::left, Side::right), std::pair(Side::bottom, Side::top)}) {
    const bool first = facts_of(b[one]).in_pairs;
    if (b[one] == b[other] || !(first || facts_of(b[other]).in_pairs)) continue;
    const Side alone = first ? one : other, pair = first ? other : one;
    error(fmt::format("boundary.{}", to_string(alone)),
          fmt::format("boundary.{0} is {2} but {1} is not; set both sides to {2}", to_string(alone), to_string(pair),
                      to_string(b[alone])));
  }
  const CpmlGrading& c = b.cpml;
  if (holds("boundary.cpml.kappa"))
    beyond("boundary.cpml.kappa", c.kappa, most_kappa, "", "a layer stretched this much reflects; give 1 to 100");
  if (!c.kappa_table.empty() && holds("boundary.cpml.kappa_table"))
    beyond("boundary.cpml.kappa_table", *std::ranges::max_element(c.kappa_table), most_kappa, "",
           "a layer stretched this much reflects; give 1 to 100");
  if (grid_holds_ && holds("boundary.cpml.cells")) layers();
}

void Rules::layers() {
  const Boundary& b = scene_.boundary;
  const auto axis = [&](Side one, Side other, int nodes, const char* name) {
    const int sides = b.has_layer(one) + b.has_layer(other);
    const int inner = nodes - sides * b.cpml.cells;
    if (sides == 0 || inner >= fewest_inner_nodes) return true;
    error(
        "boundary.cpml.cells",
        fmt::format("boundary.cpml.cells is {}, which leaves {} of {} nodes along {}; give at most {} or a larger grid",
                    b.cpml.cells, std::max(inner, 0), nodes, name, (nodes - fewest_inner_nodes) / sides));
    return false;
  };
  if (axis(Side::left, Side::right, scene_.grid.nx, "x")) axis(Side::bottom, Side::top, scene_.grid.ny, "y");
}

namespace {

// Returns true if nodes are on a side or within `depth` of it.
bool meets(const Scene& scene, NodeRect r, Side side, int depth) {
  const int nx = scene.grid.nx, ny = scene.grid.ny;
  return !r.empty() && (side == Side::left     ? r.i0 <= depth
                        : side == Side::right  ? r.i1 >= nx - depth
                        : side == Side::bottom ? r.j0 <= depth
                                               : r.j1 >= ny - depth);
}
// Calls f(material, where) for the materials with poles of the background and the shapes, until it returns true.
template <class F>
void look_through_poles(const Scene& scene, F f) {
  const auto look = [&](std::string_view name, NodeRect where) {
    const auto m = std::ranges::find(scene.materials, name, &Material::name);
    return m != scene.materials.end() && m->dispersive() && f(*m, where);
  };
  if (look(scene.grid.background, {0, 0, scene.grid.nx, scene.grid.ny})) return;
  for (const Shape& s : scene.shapes)
    for (const std::string_view name : materials_of(s))
      if (look(name, bounds(scene, s))) return;
}

}  // namespace

// Warns of a medium with poles at a Mur boundary, whose condition is for a single wave speed.
void Rules::warn_poles_at_mur() {
  look_through_poles(scene_, [&](const Material& m, NodeRect where) {
    for (const Side side : all_sides) {
      const BoundaryFacts& kind = facts_of(scene_.boundary[side]);
      if (kind.mur_order == 0 || !meets(scene_, where, side, 0)) continue;
      const std::string path = fmt::format("boundary.{}", to_string(side));
      warning(path,
              fmt::format("{} is {}, which absorbs only one speed, but {} there has poles; use cpml, which absorbs it",
                          path, kind.name, names::quoted(m.name)));
      return true;
    }
    return false;
  });
}

// A layer stretches waves that run outwards. A backward wave's phases run inwards while its power flows out, and it
// grows (Bécache, Fauqueux, Joly, J. Comput. Phys. 188, 399 (2003)).
void Rules::warn_backward_waves_in_layers() {
  const std::optional<double> period = first_period(scene_);
  if (!period || !(*period > 0)) return;
  look_through_poles(scene_, [&](const Material& m, NodeRect where) {
    const double f = 1 / *period;
    if (m.eps + susceptibility(m.poles, f).real() >= 0 || m.mu + susceptibility(m.poles_m, f).real() >= 0) return false;
    for (const Side side : all_sides) {
      const int cells = scene_.boundary.layer_cells(side);
      if (cells == 0 || !meets(scene_, where, side, cells - 1)) continue;
      const std::string path = fmt::format("boundary.{}", to_string(side));
      warning(path, fmt::format("{} has a layer that {} enters, where ε and μ are below 0 at {:g} Hz, so its waves "
                                "grow there; end the shape before the layer, or in pec",
                                path, names::quoted(m.name), f));
      return true;
    }
    return false;
  });
}

}  // namespace ez
