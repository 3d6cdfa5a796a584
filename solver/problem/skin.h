// How far a field enters a conductor, next to the cell: what an H node at the conductor's rim has of its μ.
//
// An H node lies between two E nodes, and each of their media has half of its cell. Where the fields fill the cell its
// μ is the mean of the two. Into a good conductor they enter by the skin depth alone. If that is far below a cell, the
// conductor's half has next to none of the flux that its μ stands for, and the mean would make a mirror of steel, which
// is a short circuit, one of the opposite sign.
//
// From the E node at the rim on, a half-space of z = iωμ and y = σ + iωε per length has on the grid the impedance
//   Z = −zΔ/2 + √(z/y)·√(1 + Q/4),   Q = zyΔ² = (γΔ)²   (the recursion Z = 1/(yΔ + 1/(zΔ + Z))),
// and the half cell in front of it adds f·zΔ/2. The whole is √(z/y), that of the half-space itself, where
//   f = 1 − (√Q/2)/(1 + √(1 + Q/4)):
// of an insulator Re f is 1, the mean; of a metal f → 1/(√Q/2), the flux of one (complex) skin depth in that of half a
// cell. A coefficient cannot depend on the frequency: f is taken where the wavelength in the medium, without its loss,
// is ten cells, beyond which the grid does not resolve it. Then √Q = √((2πi/10)² + (2πi/10)·ση Δ) has no number that is
// not the medium's or the grid's. A Drude metal has −(2π/10)²·χ/ε besides, χ that of its free charges at that
// frequency: far below its plasma frequency −χω² is ωp², whatever the frequency is. Only the excess over vacuum is
// weighted, μ_r − 1 and the magnetic losses: so what conducts without limit becomes what PEC is to the grid.
#pragma once

#include "solver/problem/physical.h"
#include "solver/scene/raster/raster.h"

namespace ez {

// f for cells of `delta` metres across the rim: 1 of an insulator, to 0 with σ or the plasma frequency. `medium` as the
// engine sees it.
double filled_part(const Vacuum& vacuum, const Medium& medium, double delta);
// Whether f weighs anything: a medium that conducts and is magnetic.
bool is_magnetic_conductor(const Medium& medium);
// What an H node between two media has of them; b or a being the better conductor, that one's is less than the whole.
// Relative to the better filled half: within one medium, however well it conducts, there is no rim.
struct RimParts {
  double a = 1, b = 1;
};
RimParts rim_parts(const Vacuum& vacuum, const Medium& a, const Medium& b, double delta);

}  // namespace ez
