#include "solver/theory/waves.h"

#include <cmath>

#include "solver/base/constants.h"

namespace ez {

using Complex = std::complex<double>;

Complex hankel2_0(double x) { return {::j0(x), -::y0(x)}; }

Complex point_source_field(double current, double omega, double mu_r, double k, double r) {
  return -(omega * mu0 * mu_r / 4) * current * hankel2_0(k * r);
}

Complex propagation_constant(double omega, double eps_r, double mu_r, double sigma) {
  const Complex i(0, 1);
  return std::sqrt(i * omega * mu0 * mu_r * (sigma + i * omega * eps0 * eps_r));
}

Complex discrete_propagation_constant(double omega, double eps_r, double mu_r, double sigma, double dx, double dt) {
  const Complex z(0, 2 / dt * std::sin(omega * dt / 2));
  const Complex s = mu0 * mu_r * z * (sigma * std::cos(omega * dt / 2) + eps0 * eps_r * z);
  return 2 / dx * std::asinh(dx / 2 * std::sqrt(s));
}

}  // namespace ez
