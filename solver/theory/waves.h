// Closed forms for waves of a point source and for lossy media. Time dependence e^{iωt}, SI.
#pragma once

#include <complex>

namespace ez {

// Returns the Hankel function of the second kind, order 0: an outgoing cylindrical wave. x > 0.
std::complex<double> hankel2_0(double x);
// Returns Ez in V/m at distance r (m) from a line current I (A) at ω (rad/s): −(ωμ/4)·I·H0⁽²⁾(kr).
std::complex<double> point_source_field(double current, double omega, double mu_r, double k, double r);
// Returns γ = α + iβ = √(iωμ(σ + iωε)) in 1/m. A wave decays as e^{−γx} (σm = 0).
std::complex<double> propagation_constant(double omega, double eps_r, double mu_r, double sigma);
// Returns γ along x in a grid with semi-implicit losses. (4/Δx²)·sinh²(γΔx/2) equals (μ z)(σ' + εz) with z =
// (2i/Δt)·sin(ωΔt/2) and σ' = σ·cos(ωΔt/2). dx in m, dt in s.
std::complex<double> discrete_propagation_constant(double omega, double eps_r, double mu_r, double sigma, double dx,
                                                   double dt);

}  // namespace ez
