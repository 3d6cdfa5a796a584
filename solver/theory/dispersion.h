// The dispersion of the Yee grid, exactly: a plane wave e^{i(ωt − kx·x − ky·y)} on the grid obeys
//   (sin(ωΔt/2)/(vΔt))² = (sin(kxΔx/2)/Δx)² + (sin(kyΔy/2)/Δy)²,   v = c/√(ε_r μ_r)
// (Taflove & Hagness, Computational Electrodynamics, ch. 4). Angles are those of the wave vector against x, in radians.
#pragma once

#include <complex>

namespace ez {

struct YeeGrid {
  double dx = 0, dy = 0, dt = 0;  // m, m, s
  double eps = 1, mu = 1;         // relative
};

// ω in rad/s of a wave vector in rad/m; NaN when the grid carries no such wave.
double discrete_omega(const YeeGrid& grid, double kx, double ky);
// |k| in rad/m at ω (rad/s) in direction θ. Below the grid's cut-off: for real k the left side above must be within
// reach of kΔ = π; NaN otherwise.
double discrete_wavenumber(const YeeGrid& grid, double omega, double theta);
// The velocity of energy, m/s, of the wave at ω whose wave vector points to θ: ∇_k ω,
//   (v²Δt/sin ωΔt)·(sin(kxΔx)/Δx, sin(kyΔy)/Δy)
// NaN where discrete_wavenumber() is.
struct GroupVelocity {
  double x = 0, y = 0;
};
GroupVelocity discrete_group_velocity(const YeeGrid& grid, double omega, double theta);
// Hz; above it no wave travels along x: there kΔx = π.
double highest_frequency(const YeeGrid& grid);
// Whether waves of this frequency (Hz) travel along x; 0 does not.
bool carries_waves(const YeeGrid& grid, double frequency);
// kx (rad/m) for given ω and ky; NaN when evanescent.
double discrete_kx(const YeeGrid& grid, double omega, double ky);
// λ = e^{ikxΔx} of given ω and ky: from node to node away from a wall normal to x, the wave that runs towards it goes
// with λ (an evanescent one grows: |λ| > 1) and the one that comes back with 1/λ.
std::complex<double> step_towards_wall(const YeeGrid& grid, double omega, double ky);
// Phase in radians that a point source's wave has gathered at (x, y), far away: k·r for the wave whose energy travels
// towards (x, y), the direction of the wave vector being a little another one.
double discrete_far_phase(const YeeGrid& grid, double omega, double x, double y);

}  // namespace ez
