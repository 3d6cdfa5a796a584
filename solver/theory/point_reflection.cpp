#include "solver/theory/point_reflection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "solver/base/constants.h"

namespace ez {
namespace {

using Complex = std::complex<double>;

// Gauss-Legendre rule of order n on [−1, 1]. Newton's method finds the roots of P_n.
constexpr int order = 16;
struct Rule {
  std::array<double, order> x{}, weight{};
};
Rule gauss_legendre() {
  Rule r;
  for (std::size_t k = 0; k < order; ++k) {
    double x = std::cos(pi * (static_cast<double>(k) + 0.75) / (order + 0.5)), slope = 1;
    for (int turn = 0; turn < 8; ++turn) {
      double p = 1, before = 0;
      for (int n = 1; n <= order; ++n) before = std::exchange(p, ((2 * n - 1) * x * p - (n - 1) * before) / n);
      slope = order * (x * p - before) / (x * x - 1);
      x -= p / slope;
    }
    r.x[k] = x;
    r.weight[k] = 2 / ((1 - x * x) * slope * slope);
  }
  return r;
}

// Integrates f over [0, end] in `parts` equal parts.
template <class F>
Complex integral(const Rule& rule, double end, int parts, F f) {
  const double half = 0.5 * end / parts;
  Complex sum = 0;
  for (int n = 0; n < parts; ++n)
    for (std::size_t k = 0; k < order; ++k) sum += rule.weight[k] * f(half * (2 * n + 1 + rule.x[k]));
  return sum * half;
}

// Returns ∫ R(ky)·e^{−iky·along·Δy}·λ^{−across}·Δx/sin(kxΔx) dky. On the dispersion curve sin(kyΔy/2) = s_y·sin t and
// sin(kxΔx/2) = s_x·cos t with s = (Δ/(vΔt))·sin(ωΔt/2). Then
//   Δx/sin(kxΔx) dky = dt/(cos(kxΔx/2)·cos(kyΔy/2))
// has no pole at kx = 0. Beyond it t = π/2 + iτ, for evanescent waves.
template <class R>
Complex all_waves(const YeeGrid& g, double omega, int along, int across, const R& reflection) {
  const double v = c0 / std::sqrt(g.eps * g.mu), drive = std::sin(0.5 * omega * g.dt) / (v * g.dt);
  const double sx = g.dx * drive, sy = g.dy * drive;
  const auto wave = [&](double sin_y, Complex sin_x) {
    const double ky = 2 / g.dy * std::asin(sin_y);
    const Complex cos_x = std::sqrt(1.0 - sin_x * sin_x), half = cos_x + Complex(0, 1) * sin_x;  // e^{ikxΔx/2}
    return reflection(ky) * std::cos(ky * g.dy * along) * std::pow(half, -2 * across) /
           (cos_x * std::sqrt(1 - sin_y * sin_y));
  };
  const double grid_ends = std::acosh(1 / sy) * (1 - 1e-9);          // kyΔy = π
  const double faded = std::asinh(20 / (sx * std::max(across, 1)));  // λ^{−across} < e^{−40}
  const double last = std::min(grid_ends, faded);
  // The phase of the integrand changes by 2s per node. Each part covers one turn at most, and 8 more parts resolve R.
  const auto parts = [](double radians) { return 8 + static_cast<int>(radians / (2 * pi)); };
  static const Rule rule = gauss_legendre();
  return integral(rule, 0.5 * pi, parts(2 * (sx * across + sy * along)),
                  [&](double t) { return wave(sy * std::sin(t), sx * std::cos(t)); }) +
         Complex(0, 1) * integral(rule, last, parts(2 * sy * along * (std::cosh(last) - 1)), [&](double t) {
           return wave(sy * std::cosh(t), {0, -sx * std::sinh(t)});
         });
}

// Returns the wave without the boundary. It integrates across the longer of the two distances, where
// evanescent waves have decayed.
Complex direct_wave(const YeeGrid& g, double omega, int along, int across) {
  YeeGrid turned = g;
  std::swap(turned.dx, turned.dy);
  const auto all = [](double) { return 1.0; };
  return along > across ? all_waves(turned, omega, across, along, all) : all_waves(g, omega, along, across, all);
}

}  // namespace

double point_reflection(const YeeGrid& grid, double omega, const PointPaths& paths,
                        const std::function<Complex(double)>& reflection) {
  return std::abs(all_waves(grid, omega, paths.along, paths.reflected, reflection)) /
         std::abs(direct_wave(grid, omega, paths.along, paths.direct));
}

}  // namespace ez
