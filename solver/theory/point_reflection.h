// What a side returns of a point source's wave to a node not far away: the sum over all plane waves that the source
// sends out, each with its own reflection, evanescent ones too. Where the reflection varies quickly with the angle, as
// a good absorber's does, this differs by many dB from the reflection of the one plane wave along the mirrored path.
#pragma once

#include <complex>
#include <functional>

#include "solver/theory/dispersion.h"

namespace ez {

// Where source and node lie before a side, in nodes: dx of the grid is across the side, dy along it.
struct PointPaths {
  int along = 0;      // between source and node, along the side
  int direct = 0;     // between source and node, across; not both 0
  int reflected = 0;  // from the source to the reflecting plane and from there to the node, across
};

// |reflected|/|direct| at ω (rad/s), exactly on the grid. With λ = e^{ikxΔx} of ky (step_towards_wall),
//   E ∝ ∫ e^{−iky·along·Δy}·λ^{−across}/sin(kxΔx) dky,   the reflected wave with R(ky) as a factor.
double point_reflection(const YeeGrid& grid, double omega, const PointPaths& paths,
                        const std::function<std::complex<double>(double ky)>& reflection);

}  // namespace ez
