#include "solver/theory/mur_reflection.h"

#include <cmath>

#include "solver/base/constants.h"

namespace ez {

double mur_reflection(double theta, int order) {
  return std::pow((std::cos(theta) - 1) / (std::cos(theta) + 1), order);
}

std::complex<double> discrete_mur_reflection(const YeeGrid& g, double omega, double theta, int order) {
  return discrete_mur_reflection_along(g, omega, discrete_wavenumber(g, omega, theta) * std::sin(theta), order);
}

std::complex<double> discrete_mur_reflection_along(const YeeGrid& g, double omega, double ky, int order) {
  const double s = c0 * g.dt / (g.dx * std::sqrt(g.eps * g.mu)), factor = (s - 1) / (s + 1);
  const std::complex<double> step = std::polar(1.0, omega * g.dt), in = step_factor_towards_wall(g, omega, ky);
  // A harmonic field turns the recursion into E₀ = ratio·E₁.
  std::complex<double> ratio = (1.0 + factor * step) / (step + factor);
  if (order == 2) {
    const double along = 2 * std::sin(0.5 * ky * g.dy), slope = s * g.dx / g.dy;  // δ² → −along²
    const double both = (2 - 0.5 * slope * slope * along * along) / (s + 1);
    ratio = (factor * step - 1.0 / step + both) / (step - factor / step - both);
  }
  // Uses E₀ = 1 + R and E₁ = in + R/in.
  return -(1.0 - ratio * in) / (1.0 - ratio / in);
}

}  // namespace ez
