// Memory layout of a box's cells: planes of layout.h, with one more before the first and after the last.
#pragma once

#include "papers/box/box.h"
#include "papers/box/roe_3d.h"
#include "solver/gas/clock.h"
#include "solver/gas/layout.h"

namespace ez::gas {

struct BoxLayout {
  Layout plane;
  int nz = 0;
  std::ptrdiff_t depth = 0;  // elements from a plane to the next

  BoxLayout() = default;
  BoxLayout(int nx, int ny, int nz_) : plane(nx, ny), nz(nz_), depth(static_cast<std::ptrdiff_t>(plane.size())) {}
  EZ_INLINE std::ptrdiff_t at(int i, int j, int k) const { return (k + 1) * depth + plane.at(i, j); }
  std::size_t size() const { return static_cast<std::size_t>(nz + 2) * static_cast<std::size_t>(depth); }
};

// Calls put(i, j, k, axis) for each position beyond the border that shows cell (i, j, k), mirrored across that axis
// unless it is −1. No scheme here reads beyond edges or corners.
template <class Put>
EZ_INLINE void each_image(int i, int j, int k, const BoxLayout& l, Side sx, Side sy, Side sz, Put put) {
  for (int end = 0; end < 2; ++end) {
    const Image x = image_of(end, i, l.plane.nx, sx, sx), y = image_of(end, j, l.plane.ny, sy, sy),
                z = image_of(end, k, l.nz, sz, sz);
    if (x.shows) put(x.place, j, k, x.mirrored ? 0 : -1);
    if (y.shows) put(i, y.place, k, y.mirrored ? 1 : -1);
    if (z.shows) put(i, j, z.place, z.mirrored ? 2 : -1);
  }
}

// Returns the parameters of a box in the precision of its cells.
template <class T>
Gas<T> gas_of(const BoxProblem& b) {
  GasProblem plane;
  plane.dx = b.dx, plane.dy = b.dy;
  plane.parameters.gamma = b.gamma;
  plane.parameters.entropy_fix = b.entropy_fix;
  return numbers_of<T>(plane).gas;
}
template <class T>
Rates3<T> rates_of(const BoxProblem& b) {
  const auto dt = static_cast<T>(b.dt);
  return {dt * static_cast<T>(1 / b.dx), dt * static_cast<T>(1 / b.dy), dt * static_cast<T>(1 / b.dz)};
}

}  // namespace ez::gas
