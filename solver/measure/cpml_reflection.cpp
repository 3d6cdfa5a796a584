#include "solver/measure/cpml_reflection.h"

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"
#include "solver/base/square.h"
#include "solver/problem/problem.h"
#include "solver/scene/layer_profile.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

using Complex = std::complex<double>;

}  // namespace

double cpml_reflection(const Scene& scene, Side side, double theta) {
  const YeeGrid grid = grid_before(scene, side);
  const CpmlGrading& g = scene.boundary.cpml;
  const LayerProfile profile(g, g.factor_of(side), grid.dx, 1 / std::sqrt(grid.eps * grid.mu));
  const double thickness = g.cells * grid.dx;
  return std::exp(-2 * profile.mean_sigma() * thickness * eta0 * std::sqrt(grid.mu / grid.eps) * std::cos(theta));
}

YeeGrid grid_before(const Scene& scene, Side side) {
  const Vec2 cell = cell_size(scene);
  const PaletteEntry medium = background_of(scene);
  YeeGrid grid{cell.x, cell.y, time_step(scene), medium.eps, medium.mu};
  if (!across_x(side)) std::swap(grid.dx, grid.dy);
  return grid;
}

LayerTable layer_table(const Scene& scene, Side side) {
  constexpr int inner_nodes = 4, rows = 16;
  const YeeGrid grid = grid_before(scene, side);
  const int n = scene.boundary.cpml.cells;
  Scene strip;
  strip.grid = scene.grid;
  strip.grid.nx = std::max(n + inner_nodes, 16);
  strip.grid.ny = rows;
  strip.grid.dx = grid.dx;
  strip.grid.dy = grid.dy;
  strip.materials = scene.materials;
  strip.boundary.cpml = scene.boundary.cpml;
  strip.boundary.cpml.factor[0] = scene.boundary.cpml.factor[static_cast<std::size_t>(side)];
  strip.boundary.side = {BoundaryKind::cpml, BoundaryKind::pec, BoundaryKind::pec, BoundaryKind::pec};
  const AxisLayers x = build_problem(strip, rasterize(strip)).x;
  LayerTable out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) {
    out.e.push_back({x.k_e[i], x.b_e[i], x.c_e[i]});
    out.h.push_back({x.k_h[i], x.b_h[i], x.c_h[i]});
  }
  return out;
}

// Let D be the stretch of a line, T = 4sin²(ωΔt/2), Y = 4sin²(kyΔy/2) and S = vΔt/Δ for each axis. Eliminating H from
// the update equations gives, with m counted in cells from the boundary,
//   D_m·(D_{m+½}(E_{m+1} − E_m) − D_{m−½}(E_m − E_{m−1})) = −q·E_m,   q = (T − S_y²·Y)/S_x².
// In front of the layer E_m = A·λ^m + B·λ^{−m} with λ + 1/λ = 2 − q. λ^m is the wave towards the boundary (Im λ > 0, or
// growing away from it), and R = (B/A)·λ^{−2n} at node n.
Complex discrete_cpml_reflection(const LayerTable& layer, const YeeGrid& g, double omega, double ky) {
  const Complex back = std::polar(1.0, -omega * g.dt);
  const auto stretch = [&](const LayerTable::Line& l) { return l.k + l.c / (1.0 - l.b * back); };
  const double v = c0 / std::sqrt(g.eps * g.mu), sx = v * g.dt / g.dx, sy = v * g.dt / g.dy;
  const double q = (4 * square(std::sin(0.5 * omega * g.dt)) - square(sy * 2 * std::sin(0.5 * ky * g.dy))) / square(sx);

  const std::size_t n = layer.e.size();
  Complex before = 0, here = 1, d_before = n > 0 ? stretch(layer.h[0]) : 1.0;  // E₀, E₁, D_½
  // Up to E_n and E_{n+1}. Node n and the half node beyond it are not stretched.
  for (std::size_t m = 1; m <= n; ++m) {
    const Complex d_e = m < n ? stretch(layer.e[m]) : 1.0, d_after = m < n ? stretch(layer.h[m]) : 1.0;
    const Complex next = here + (d_before * (here - before) - q / d_e * here) / d_after;
    before = here;
    here = next;
    d_before = d_after;
  }
  const Complex lambda = step_factor_towards_wall(g, omega, ky);
  // Solves E_n = a + b and E_{n+1} = aλ + b/λ.
  const Complex a = here - before / lambda, b = before * lambda - here;
  return b / a;
}

}  // namespace ez
