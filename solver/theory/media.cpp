#include "solver/theory/media.h"

#include <cmath>

#include "solver/base/constants.h"

namespace ez {

using Complex = std::complex<double>;
using namespace std::complex_literals;

Complex drude_eps(double eps_inf, double plasma, double damping, double f) {
  return eps_inf - plasma * plasma / (f * f + 1i * f * damping);
}

Complex lorentz_eps(double eps_inf, double strength, double resonance, double damping, double f) {
  const double square = resonance * resonance;
  return eps_inf + strength * square / (square - f * f - 1i * f * damping);
}

Complex debye_eps(double eps_inf, double strength, double tau, double f) {
  return eps_inf + strength / (1.0 - 2i * pi * f * tau);
}

Complex conducting_eps(double eps_r, double sigma, double f) { return {eps_r, sigma / (2 * pi * f * eps0)}; }

// Adding 0i makes the sign of a zero imaginary part positive, so without loss each root is in the upper half-plane.
Complex passive_index(Complex eps_r, Complex mu_r) { return std::sqrt(eps_r + 0i) * std::sqrt(mu_r + 0i); }

double penetration_depth(Complex eps_r, double mu_r, double f, double kx) {
  const double k0 = 2 * pi * f / c0;
  return 1 / std::abs(std::sqrt(eps_r * mu_r * k0 * k0 - kx * kx).imag());
}

double skin_depth(double f, double sigma, double mu_r) { return 1 / std::sqrt(pi * f * mu0 * mu_r * sigma); }

}  // namespace ez
