#include "solver/scene/known_gradings.h"

#include <array>
#include <cmath>
#include <numbers>

#include "solver/base/constants.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

// Rounds to 12 significant digits, so that the scene file stays short.
double rounded(double v) {
  if (v == 0) return 0;
  const double scale = std::pow(10, 11 - std::floor(std::log10(std::abs(v))));
  return std::round(v * scale) / scale;
}

double index_of(const Scene& scene) {
  const PaletteEntry e = background_of(scene);
  return std::sqrt(e.eps * e.mu);
}

CpmlGrading graded(int cells, double order, double sigma, double kappa) {
  CpmlGrading g;
  g.cells = cells;
  g.order = order;
  g.sigma = rounded(sigma);
  g.kappa = kappa;
  return g;
}

// Returns the σ in units of σ_opt that attenuates a wave in vacuum by the factor r on its way through the layer and
// back: σ = −(m+1) ln r/(2 η0 d).
double sigma_for(double r, int cells, const Scene& scene) {
  constexpr double opt = 0.8;  // σ_opt = 0.8(m+1)/(η0 Δ √(ε_r μ_r)) has the same factor m + 1
  return -std::log(r) / (2 * opt * cells) * index_of(scene);
}

// J. A. Roden, S. D. Gedney, Microw. Opt. Technol. Lett. 27 (2000) 334, eq. 15: σ_opt = (m+1)/(150π Δ √ε_r), which is
// 0.8(m+1)/(η0 Δ √ε_r). The preset uses m = 4 and 1 σ_opt. The paper leaves κ and α to the problem, so κ = 1, α = 0.
CpmlGrading roden_gedney(const Scene&, double, int cells) {
  CpmlGrading g = graded(cells, 4, 1, 1);
  g.alpha = 0;
  return g;
}

// A. Taflove, S. C. Hagness, Computational Electrodynamics, 3rd ed. (2005), ch. 7, the CPML program that goes with it:
// m = 3, 0.75 σ_opt, κ = 15, α = 0.24 S/m at Δ = 1 mm. The preset keeps α Δ, which sets the layer's cut-off frequency
// per cell.
CpmlGrading taflove_hagness(const Scene&, double delta, int cells) {
  CpmlGrading g = graded(cells, 3, 0.75, 15);
  g.alpha = rounded(0.24e-3 / delta);
  return g;
}

// gprMax/pml.py, class CFS (2019): one term with α = 0, κ = 1 and a quartic σ up to 0.8(m+1)/(η0 Δ √(ε_r μ_r)); 10
// cells by default.
CpmlGrading gpr_max(const Scene& scene, double delta, int cells) { return roden_gedney(scene, delta, cells); }

// meep/src/structure.cpp, structure_chunk::use_pml: σ = −ln(R)/(4 d ∫u² du)·u² with R = 1e-15, a ratio of powers, in
// units of 1/η0. There is no α, and κ = 1 for mean_stretch = 1. The user gives the thickness. σ does not depend on the
// background.
CpmlGrading meep(const Scene& scene, double, int cells) {
  CpmlGrading g = graded(cells, 2, sigma_for(std::sqrt(1e-15), cells, scene), 1);
  g.alpha = 0;
  return g;
}

// openEMS, operator_ext_upml.cpp: geometric grading with the factor g = 2.5 from cell to cell and a reflection of 1e-6,
// σ = σ₀ g^(D/Δ), σ₀ = −ln(1e-6) ln g/(2 Z Δ (g^N − 1)), Z the wave impedance (Taflove and Hagness, eq. 7.61 and 7.63).
// The program's own text has the −1 outside the bracket, where it has no unit. "PML_8" has 8 cells.
CpmlGrading open_ems(const Scene& scene, double delta, int cells) {
  constexpr double g = 2.5, r = 1e-6;
  const PaletteEntry e = background_of(scene);
  const double z = eta0 * std::sqrt(e.mu / e.eps);
  const double first = -std::log(r) * std::log(g) / (2 * z * delta * (std::pow(g, cells) - 1));
  CpmlGrading out = graded(cells, 3, 1, 1);
  out.alpha = 0;
  for (int k = 0; k <= 2 * cells; ++k) out.sigma_table.push_back(rounded(first * std::pow(g, 0.5 * k)));
  return out;
}

// fdtdx, objects/boundaries/initialization.py, class BoundaryConfig: cubic σ for a reflection of 1e-6 in vacuum, κ = 1,
// α from 0.01·2πf ε0 at the inner edge to 0, linear; 10 cells.
CpmlGrading fdtdx(const Scene& scene, double, int cells) {
  CpmlGrading g = graded(cells, 3, sigma_for(1e-6, cells, scene), 1);
  const std::optional<double> period = first_period(scene);
  g.alpha = period ? rounded(0.01 * 2 * std::numbers::pi / *period * eps0) : 0;
  return g;
}

CpmlGrading own(const Scene&, double, int cells) {
  CpmlGrading g;
  g.cells = cells;
  return g;
}

constexpr std::array<KnownGrading, 7> all = {
    {{"Roden–Gedney", "m = 4, σ = σopt, κ = 1, α = 0", 0, roden_gedney},
     {"Taflove–Hagness", "m = 3, 0.75 σopt, κ = 15, α = 0.24 S/m at 1 mm", 0, taflove_hagness},
     {"gprMax", "10 cells, m = 4, σ = σopt, κ = 1, α = 0", 10, gpr_max},
     {"Meep", "m = 2, σ for 1e-15 of the power, κ = 1, α = 0; the thickness is your own", 0, meep},
     {"openEMS", "8 cells, σ grows by 2.5 a cell, for a reflection of 1e-6, κ = 1, α = 0", 8, open_ems},
     {"fdtdx", "10 cells, m = 3, σ for a reflection of 1e-6, κ = 1, α = 0.01 ωε0", 10, fdtdx},
     {"ezscope", "m = 3.5, 0.85 σopt, κ = 2, α = 0.02 S/m at 1 mm", 0, own}}};

}  // namespace

std::span<const KnownGrading> known_gradings() { return all; }

CpmlGrading grading_of(const KnownGrading& known, const Scene& scene) {
  const CpmlGrading& now = scene.boundary.cpml;
  return known.make(scene, cell_size(scene).x, known.cells > 0 ? known.cells : now.cells);
}

}  // namespace ez
