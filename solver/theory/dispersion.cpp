#include "solver/theory/dispersion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/base/constants.h"
#include "solver/base/square.h"
#include "solver/theory/search.h"

namespace ez {
namespace {

double speed(const YeeGrid& g) { return c0 / std::sqrt(g.eps * g.mu); }
// Returns (sin(kΔ/2)/Δ)² for one axis.
double term(double k, double delta) { return square(std::sin(0.5 * k * delta) / delta); }
double time_term(const YeeGrid& g, double omega) { return square(std::sin(0.5 * omega * g.dt) / (speed(g) * g.dt)); }

}  // namespace

double discrete_omega(const YeeGrid& g, double kx, double ky) {
  return 2 / g.dt * std::asin(speed(g) * g.dt * std::sqrt(term(kx, g.dx) + term(ky, g.dy)));
}

double discrete_wavenumber(const YeeGrid& g, double omega, double theta) {
  const double co = std::abs(std::cos(theta)), si = std::abs(std::sin(theta)), target = time_term(g, omega);
  // The right side increases with k until the faster axis reaches kΔ = π. Bisection is used below that.
  const double high = pi / std::max(co * g.dx, si * g.dy);
  const auto right = [&](double k) { return term(k * co, g.dx) + term(k * si, g.dy); };
  if (right(high) < target) return std::numeric_limits<double>::quiet_NaN();
  return bisect(0, high, [&](double k) { return right(k) < target; });
}

GroupVelocity discrete_group_velocity(const YeeGrid& g, double omega, double theta) {
  const double k = discrete_wavenumber(g, omega, theta), kx = k * std::cos(theta), ky = k * std::sin(theta);
  const double scale = square(speed(g)) * g.dt / std::sin(omega * g.dt);
  return {scale * std::sin(kx * g.dx) / g.dx, scale * std::sin(ky * g.dy) / g.dy};
}

double highest_frequency(const YeeGrid& g) { return std::asin(std::min(speed(g) * g.dt / g.dx, 1.0)) / (pi * g.dt); }

// The dispersion relation alone would not do: it also accepts frequencies above the sampling
// limit, which alias to lower ones.
bool carries_waves(const YeeGrid& g, double frequency) { return frequency > 0 && frequency < highest_frequency(g); }

double discrete_kx(const YeeGrid& g, double omega, double ky) {
  const double rest = time_term(g, omega) - term(ky, g.dy);
  return rest < 0 ? std::numeric_limits<double>::quiet_NaN() : 2 / g.dx * std::asin(g.dx * std::sqrt(rest));
}

std::complex<double> step_factor_towards_wall(const YeeGrid& g, double omega, double ky) {
  // λ + 1/λ = 2 − q with q = 4sin²(kxΔx/2).
  const double mean = 1 - 2 * square(g.dx) * (time_term(g, omega) - term(ky, g.dy));
  std::complex<double> lambda = mean + std::sqrt(std::complex<double>(square(mean) - 1));
  if (std::abs(mean) > 1 ? std::abs(lambda) < 1 : lambda.imag() < 0) lambda = 1.0 / lambda;
  return lambda;
}

double discrete_far_phase(const YeeGrid& g, double omega, double x, double y) {
  // Stationary phase: k·r is largest over the curve of all k at this ω, which is convex.
  const double r = std::atan2(y, x);
  const auto phase = [&](double theta) {
    return discrete_wavenumber(g, omega, theta) * (x * std::cos(theta) + y * std::sin(theta));
  };
  return phase(least_of(r - 0.3, r + 0.3, [&](double theta) { return -phase(theta); }));
}

}  // namespace ez
