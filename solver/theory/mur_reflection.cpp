#include "solver/theory/mur_reflection.h"

#include <cmath>

#include "solver/physics/constants.h"

namespace ez {

double mur_reflection(double theta) { return (std::cos(theta) - 1) / (std::cos(theta) + 1); }

std::complex<double> discrete_mur_reflection(const YeeGrid& g, double omega, double theta) {
  const double s = c0 * g.dt / (g.dx * std::sqrt(g.eps * g.mu)), factor = (s - 1) / (s + 1);
  const std::complex<double> step = std::polar(1.0, omega * g.dt);
  const std::complex<double> in = std::polar(1.0, discrete_wavenumber(g, omega, theta) * std::cos(theta) * g.dx);
  // With E₀ = 1 + R and E₁ = in + R/in: (1 + R)(step + K) = E₁(1 + K·step).
  const std::complex<double> ratio = (1.0 + factor * step) / (step + factor);
  return -(1.0 - ratio * in) / (1.0 - ratio / in);
}

}  // namespace ez
