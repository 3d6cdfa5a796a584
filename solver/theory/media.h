// Permittivities of dispersive media, and the penetration depth of a wave that cannot propagate. e^{−iωt}: Im ε > 0
// absorbs. All frequencies and dampings are in Hz (f, not ω), lengths in m.
#pragma once

#include <complex>

namespace ez {

// Returns ε∞ − fp²/(f² + i f γ); Drude 1900, Jackson, Classical Electrodynamics, § 7.5, with its γ divided by 2π.
std::complex<double> drude_eps(double eps_inf, double plasma, double damping, double frequency);
// Returns ε∞ + Δε·f0²/(f0² − f² − i f γ); Jackson, § 7.5.
std::complex<double> lorentz_eps(double eps_inf, double strength, double resonance, double damping, double frequency);
// Returns ε∞ + Δε/(1 − i2πfτ), τ in s; Debye, Polar Molecules (1929), ch. V.
std::complex<double> debye_eps(double eps_inf, double strength, double tau, double frequency);
// Returns ε + iσ/(2πf ε0), with a conductivity (S/m) as part of the permittivity.
std::complex<double> conducting_eps(double eps_r, double sigma, double frequency);

// Returns n + ik = √ε·√μ of a passive medium (Im ε, Im μ ≥ 0). Its wave e^{inkx} carries power along +x and
// decays along it, so n < 0 if ε and μ are negative; Veselago, Sov. Phys. Usp. 10, 509 (1968); Smith & Kroll,
// Phys. Rev. Lett. 85, 2933 (2000).
std::complex<double> passive_index(std::complex<double> eps_r, std::complex<double> mu_r);

// Returns the 1/e depth of the field e^{−x/depth} in a half-space that a plane wave meets. kx (rad/m) is along the
// surface, 0 at normal incidence. Infinite if the wave propagates without loss.
double penetration_depth(std::complex<double> eps_r, double mu_r, double frequency, double kx = 0);
// Returns √(1/(πfμσ)) of a good conductor, for σ ≫ ωε; Jackson, § 5.18.
double skin_depth(double frequency, double sigma, double mu_r = 1);

}  // namespace ez
