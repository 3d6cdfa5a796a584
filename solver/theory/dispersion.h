// The exact dispersion relation of the Yee grid. A plane wave e^{i(ωt − kx·x − ky·y)} on the grid obeys
//   (sin(ωΔt/2)/(vΔt))² = (sin(kxΔx/2)/Δx)² + (sin(kyΔy/2)/Δy)²,   v = c/√(ε_r μ_r)
// (Taflove & Hagness, Computational Electrodynamics, ch. 4). Angles are between the wave vector and x, in radians.
#pragma once

#include <complex>

namespace ez {

struct YeeGrid {
  double dx = 0, dy = 0, dt = 0;  // m, m, s
  double eps = 1, mu = 1;         // relative
};

// Returns ω in rad/s of a wave vector in rad/m; NaN if the grid does not support such a wave.
double discrete_omega(const YeeGrid& grid, double kx, double ky);
// Returns |k| in rad/m at ω (rad/s) in direction θ. It is real only below the grid's cut-off, where the left side above
// does not exceed its value at kΔ = π; otherwise the result is NaN.
double discrete_wavenumber(const YeeGrid& grid, double omega, double theta);
// Returns the velocity of energy in m/s of the wave at ω whose wave vector has direction θ: ∇_k ω,
//   (v²Δt/sin ωΔt)·(sin(kxΔx)/Δx, sin(kyΔy)/Δy)
// NaN if discrete_wavenumber() is NaN.
struct GroupVelocity {
  double x = 0, y = 0;
};
GroupVelocity discrete_group_velocity(const YeeGrid& grid, double omega, double theta);
// Returns the highest frequency (Hz) of waves along x; there kΔx = π.
double highest_frequency(const YeeGrid& grid);
// Returns true if waves of this frequency (Hz) propagate along x. Waves of frequency 0 do not.
bool carries_waves(const YeeGrid& grid, double frequency);
// Returns kx (rad/m) for given ω and ky; NaN for an evanescent wave.
double discrete_kx(const YeeGrid& grid, double omega, double ky);
// Returns λ = e^{ikxΔx} for given ω and ky, at a wall normal to x. From node to node away from the wall, the wave that
// runs towards it is multiplied by λ (an evanescent one grows: |λ| > 1), and the reflected one by 1/λ.
std::complex<double> step_factor_towards_wall(const YeeGrid& grid, double omega, double ky);
// Returns the phase in radians of a point source's wave far away at (x, y). It is k·r for the wave whose energy flows
// towards (x, y). Its wave vector has a slightly different direction.
double discrete_far_phase(const YeeGrid& grid, double omega, double x, double y);

}  // namespace ez
