// Shock tubes and their reference solutions.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "solver/gas/run.h"
#include "solver/theory/riemann.h"

namespace ez::gas::test {

inline constexpr GasState sod_left{1, 0, 1}, sod_right{0.125, 0, 0.1};

// Returns a gas of 1 × ny/n along x, with the left state below x = ½.
inline GasProblem tube(int n, int ny, Scheme scheme, const GasState& left = sod_left,
                       const GasState& right = sod_right) {
  GasProblem g = still_gas(n, ny, 1.0 / n, 1.0 / n, 1, 1);
  g.scheme = scheme;
  g.sides = {Side::outflow, Side::outflow, Side::periodic, Side::periodic};
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < n; ++i) {
      const GasState& s = 2 * i + 1 < n ? left : right;
      const std::size_t k = g.at(i, j);
      g.rho[k] = s.rho, g.u[k] = s.u, g.p[k] = s.p;
    }
  return g;
}

// Returns the problem with x and y exchanged.
inline GasProblem transposed(const GasProblem& a) {
  GasProblem b = a;
  b.nx = a.ny, b.ny = a.nx, b.dx = a.dy, b.dy = a.dx;
  b.sides = {a.sides.bottom, a.sides.top, a.sides.left, a.sides.right};
  for (int j = 0; j < a.ny; ++j)
    for (int i = 0; i < a.nx; ++i) {
      const std::size_t from = a.at(i, j), to = b.at(j, i);
      b.rho[to] = a.rho[from], b.p[to] = a.p[from];
      b.u[to] = a.v[from], b.v[to] = a.u[from];
      if (!a.solid.empty()) b.solid[to] = a.solid[from];
    }
  return b;
}

inline EngineChoice in_double() {
  EngineChoice c;
  c.precision = Precision::float64;
  return c;
}

// Returns the mean absolute difference of ρ, u and p along row 0 from the exact solution at cell centres at `time`.
inline std::array<double, 3> errors_of_tube(const Arrays& s, int n, double time, const GasState& left = sod_left,
                                            const GasState& right = sod_right, double gamma = 1.4) {
  const RiemannProblem exact(left, right, gamma);
  std::array<double, 3> sum{};
  for (int i = 0; i < n; ++i) {
    const GasState e = exact.at(((i + 0.5) / n - 0.5) / time);
    const auto k = static_cast<std::size_t>(i);
    sum[0] += std::abs(s[0][k] - e.rho) / n;
    sum[1] += std::abs(s[1][k] - e.u) / n;
    sum[2] += std::abs(s[3][k] - e.p) / n;
  }
  return sum;
}

}  // namespace ez::gas::test
