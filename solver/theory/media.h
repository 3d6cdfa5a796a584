// Permittivities of dispersive media and how deep a wave goes into what does not carry it. e^{−iωt}: Im ε > 0 absorbs.
// All frequencies and dampings in Hz (f, not ω), lengths in m.
#pragma once

#include <complex>

namespace ez {

// ε∞ − fp²/(f² + i f γ); Drude 1900, Jackson, Classical Electrodynamics, § 7.5, γ here over 2π.
std::complex<double> drude_eps(double eps_inf, double plasma, double damping, double frequency);
// ε∞ + Δε·f0²/(f0² − f² − i f γ); Jackson, § 7.5.
std::complex<double> lorentz_eps(double eps_inf, double strength, double resonance, double damping, double frequency);
// ε∞ + Δε/(1 − i2πfτ), τ in s; Debye, Polar Molecules (1929), ch. V.
std::complex<double> debye_eps(double eps_inf, double strength, double tau, double frequency);
// ε + iσ/(2πf ε0): a conductivity (S/m) as part of the permittivity.
std::complex<double> conducting_eps(double eps_r, double sigma, double frequency);

// n + ik = √ε·√μ of a passive medium (Im ε, Im μ ≥ 0), whose wave e^{inkx} carries its power and falls along +x: n < 0
// where ε and μ are; Veselago, Sov. Phys. Usp. 10, 509 (1968); Smith & Kroll, Phys. Rev. Lett. 85, 2933 (2000).
std::complex<double> passive_index(std::complex<double> eps_r, std::complex<double> mu_r);

// 1/e depth of the field in a half-space that a plane wave meets, the field falling as e^{−x/depth}; kx (rad/m) along
// the surface, 0 at normal incidence. Infinite where the wave goes on without loss.
double penetration_depth(std::complex<double> eps_r, double mu_r, double frequency, double kx = 0);
// The good conductor's √(1/(πfμσ)), for σ ≫ ωε; Jackson, § 5.18.
double skin_depth(double frequency, double sigma, double mu_r = 1);

}  // namespace ez
