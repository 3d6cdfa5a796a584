// What Mur's first-order wall returns of a plane wave, as a ratio of amplitudes. θ is the angle of incidence in
// radians, 0 along the normal.
#pragma once

#include <complex>

#include "solver/theory/dispersion.h"

namespace ez {

// Continuous theory: the wall annihilates ∂/∂n − (1/v)∂/∂t, so R = (cos θ − 1)/(cos θ + 1).
double mur_reflection(double theta);
// On the grid: the plane wave e^{i(ωt + kx·x − ky·y)} + R·e^{i(ωt − kx·x − ky·y)}, obeying the grid's dispersion, put
// into
//   E₀ⁿ⁺¹ = E₁ⁿ + K(E₁ⁿ⁺¹ − E₀ⁿ),  K = (S−1)/(S+1),  S = vΔt/Δx.
// The wall is normal to x; θ is that of the discrete wave vector.
std::complex<double> discrete_mur_reflection(const YeeGrid& grid, double omega, double theta);

}  // namespace ez
