// Reflection of a point source's wave by a boundary, at a node not far away. It is the sum over all plane waves of the
// source, including evanescent ones, each with its own reflection. If the reflection varies quickly with the angle, as
// for a good absorber, it differs by many dB from the reflection of the one plane wave along the mirrored path.
#pragma once

#include <complex>
#include <functional>

#include "solver/theory/dispersion.h"

namespace ez {

// Positions of source and node in front of a boundary, in nodes. dx of the grid is across the boundary, dy along it.
struct PointPaths {
  int along = 0;      // between source and node, along the boundary
  int direct = 0;     // between source and node, across; not both 0
  int reflected = 0;  // from the source to the reflecting plane and from there to the node, across
};

// Returns |reflected|/|direct| at ω (rad/s), exactly on the grid. With λ = e^{ikxΔx} of ky (step_factor_towards_wall),
//   E ∝ ∫ e^{−iky·along·Δy}·λ^{−across}/sin(kxΔx) dky,   the reflected wave with R(ky) as a factor.
double point_reflection(const YeeGrid& grid, double omega, const PointPaths& paths,
                        const std::function<std::complex<double>(double ky)>& reflection);

}  // namespace ez
