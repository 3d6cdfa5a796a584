// Reflection of a plane wave by Mur's boundaries of first and second order, as a ratio of amplitudes. θ is the angle of
// incidence in radians, 0 along the normal.
#pragma once

#include <complex>

#include "solver/theory/dispersion.h"

namespace ez {

// Continuous theory: the boundary of order N annihilates (∂/∂n − (1/v)∂/∂t)^N up to sin⁴θ, so
//   R = (−1)^N ((1 − cos θ)/(1 + cos θ))^N.
double mur_reflection(double theta, int order = 1);
// On the grid: the plane wave e^{i(ωt + kx·x − ky·y)} + R·e^{i(ωt − kx·x − ky·y)}, which obeys the grid's dispersion
// relation, is inserted into
//   order 1:  E₀ⁿ⁺¹ = E₁ⁿ + K(E₁ⁿ⁺¹ − E₀ⁿ),  K = (S−1)/(S+1),  S = vΔt/Δx
//   order 2:  E₀ⁿ⁺¹ = −E₁ⁿ⁻¹ + K(E₁ⁿ⁺¹ + E₀ⁿ⁻¹) + 2/(S+1)·(E₀ⁿ + E₁ⁿ) + S²Δx²/(2(S+1)Δy²)·δ²(E₀ⁿ + E₁ⁿ)
// with δ² the second difference along the boundary. The boundary is normal to x. θ is the
// angle of the discrete wave vector.
std::complex<double> discrete_mur_reflection(const YeeGrid& grid, double omega, double theta, int order = 1);
// Returns the same for the wave of ky (rad/m), which may be evanescent. R is then the reflected over the
// incident wave at the boundary.
std::complex<double> discrete_mur_reflection_along(const YeeGrid& grid, double omega, double ky, int order);

}  // namespace ez
