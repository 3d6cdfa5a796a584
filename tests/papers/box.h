// Boxes of gas for comparisons.
#pragma once

#include <cmath>
#include <numbers>

#include "papers/box/box.h"
#include "tube.h"

namespace ez::gas::test {

// Returns Sod's tube of n cells along an axis, with m × m cells across.
inline BoxProblem tube_along(int axis, int n, int m) {
  BoxProblem b =
      still_box(axis == 0 ? n : m, axis == 1 ? n : m, axis == 2 ? n : m, 1.0 / n, sod_right.rho, sod_right.p);
  b.dt = 0.2 / n;
  b.x = b.y = b.z = Side::periodic;
  (axis == 0 ? b.x : axis == 1 ? b.y : b.z) = Side::outflow;
  for (int k = 0; k < b.nz; ++k)
    for (int j = 0; j < b.ny; ++j)
      for (int i = 0; i < b.nx; ++i)
        if (2 * (axis == 0 ? i : axis == 1 ? j : k) + 1 < n)
          b.rho[b.at(i, j, k)] = sod_left.rho, b.p[b.at(i, j, k)] = sod_left.p;
  return b;
}

// Returns a gas that flows and varies everywhere, with a dense ball in it.
inline BoxProblem stirred_box(int nx, int ny, int nz) {
  BoxProblem b = still_box(nx, ny, nz, 1.0 / nx, 1, 1);
  b.dy = 1.1 / nx, b.dz = 0.9 / nx;
  b.dt = 0.12 / nx;
  b.entropy_fix = 0.1;
  constexpr double turn = 2 * std::numbers::pi;
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const double x = turn * (i + 0.5) / nx, y = turn * (j + 0.5) / ny, z = turn * (k + 0.5) / nz;
        const bool inside = std::hypot(i - nx / 3.0, j - ny / 2.0, k - nz / 2.0) < 0.2 * ny;
        const std::size_t n = b.at(i, j, k);
        b.rho[n] = 1 + 0.2 * std::sin(x + 2 * y - z) + inside;
        b.u[n] = 0.3 * std::sin(y) + 0.1 * std::cos(z);
        b.v[n] = 0.4 * std::cos(x) - 0.05;
        b.w[n] = 0.2 * std::sin(x + y) + 0.03;
        b.p[n] = 1 + 0.1 * std::cos(x - y + z) + inside;
      }
  return b;
}

}  // namespace ez::gas::test
