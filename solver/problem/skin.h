// Determines which fraction of a conductor's μ an H node at its surface uses. It depends on how far the field enters
// the conductor, compared with the cell.
//
// An H node is between two E nodes, and the medium of each fills half of its cell. If the fields fill the cell, its μ
// is the mean of the two. But fields enter a good conductor only by the skin depth. If that is far below a cell, the
// conductor's half contains almost none of the flux that its μ implies. With the mean, a mirror of steel would reflect
// with the opposite sign, although it is a short circuit.
//
// On the grid, a half-space of z = iωμ and y = σ + iωε per length, starting at the E node on
// the surface, has the impedance
//   Z = −zΔ/2 + √(z/y)·√(1 + Q/4),   Q = zyΔ² = (γΔ)²   (the recursion Z = 1/(yΔ + 1/(zΔ + Z))),
// and the half cell in front of it adds f·zΔ/2. The sum is √(z/y), the impedance of the half-space itself, if
//   f = 1 − (√Q/2)/(1 + √(1 + Q/4)):
// For an insulator Re f is 1, which gives the mean. For a metal f → 1/(√Q/2), the flux in one (complex) skin
// depth over that in half a cell.
//
// A coefficient cannot depend on the frequency. So f is taken where the wavelength in the medium, ignoring its loss, is
// ten cells, because the grid does not resolve shorter waves. Then √Q = √((2πi/10)² + (2πi/10)·ση Δ) contains only
// numbers of the medium and the grid. A Drude metal adds −(2π/10)²·χ/ε, with χ that of its free charges at that
// frequency. Far below its plasma frequency, −χω² is ωp² at any frequency. Only the excess over vacuum is weighted, μ_r
// − 1 and the magnetic losses. So a medium with infinite conductivity acts on the grid like PEC.
#pragma once

#include "solver/problem/physical.h"
#include "solver/scene/raster/raster.h"

namespace ez {

// Returns f for cells of `delta` metres across the surface. It is 1 for an insulator and approaches 0 with growing σ or
// plasma frequency. `medium` is as the engine sees it.
double filled_part(const Vacuum& vacuum, const Medium& medium, double delta);
// Returns true if the medium conducts and is magnetic. For other media the fraction f above has no effect.
bool is_magnetic_conductor(const Medium& medium);
// Fractions of two media that an H node between them uses. The better conductor has less than the whole. The fraction
// is relative to the better filled half, so there is no effect within one medium, however well it conducts.
struct RimParts {
  double a = 1, b = 1;
};
RimParts rim_parts(const Vacuum& vacuum, const Medium& a, const Medium& b, double delta);

}  // namespace ez
