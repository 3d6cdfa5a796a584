// How cells lie in memory, on the CPU and on a card, and where border cells are seen beyond the border.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/base/host_device.h"
#include "solver/gas/problem.h"

namespace ez::gas {

// A layer of cells around those of the room; the first of each row begins a cache line (of what is aligned itself).
struct Layout {
  static constexpr std::ptrdiff_t margin =
      16;  // places before the first cell of a row, one of them the cell beyond the border
  int nx = 0, ny = 0;
  std::ptrdiff_t pitch = 0;

  Layout() = default;
  Layout(int nx_, int ny_) : nx(nx_), ny(ny_), pitch((nx_ + 2 * margin) / margin * margin) {}
  EZ_INLINE std::ptrdiff_t at(int i, int j) const { return (j + 1) * pitch + margin + i; }
  std::size_t size() const { return static_cast<std::size_t>(ny + 2) * static_cast<std::size_t>(pitch) + margin; }
};

// Where along one axis cell k of n is seen beyond the border.
struct Images {
  int places[2];
  bool mirrored[2];
  bool high[2];  // beyond the upper end
  int count;
};
EZ_INLINE Images images_of(int k, int n, Side low, Side high) {
  Images im{{0, 0}, {false, false}, {false, false}, 0};
  if (k == 0) {
    im.places[im.count] = low == Side::periodic ? n : -1;
    im.high[im.count] = low == Side::periodic;
    im.mirrored[im.count++] = low == Side::wall;
  }
  if (k == n - 1) {
    im.places[im.count] = high == Side::periodic ? -1 : n;
    im.high[im.count] = high != Side::periodic;
    im.mirrored[im.count++] = high == Side::wall;
  }
  return im;
}

// Calls put(i, j, mirrored in x, mirrored in y) for each place beyond the border that shows cell (i, j): what x shows
// first, and that along y, so that corners have both.
template <class Put>
EZ_INLINE void each_image(int i, int j, const Layout& l, const Sides& s, Put put) {
  const Images x = images_of(i, l.nx, s.left, s.right), y = images_of(j, l.ny, s.bottom, s.top);
  for (int a = 0; a < x.count; ++a) put(x.places[a], j, x.mirrored[a], false);
  for (int b = 0; b < y.count; ++b) {
    put(i, y.places[b], false, y.mirrored[b]);
    for (int a = 0; a < x.count; ++a) put(x.places[a], y.places[b], x.mirrored[a], y.mirrored[b]);
  }
}

// Values that heat is held at, one for each border cell: left, right (by row), bottom, top (by column).
EZ_INLINE int held_at(int i, int j, const Layout& l) {
  if (i < 0) return j;
  if (i >= l.nx) return l.ny + j;
  return 2 * l.ny + (j < 0 ? i : l.nx + i);
}
// Whether the place (i, j) beyond the border is beside a side that holds heat; corners are beside none.
EZ_INLINE bool is_held(int i, int j, const Layout& l, const Sides& s) {
  if (j >= 0 && j < l.ny) return (i < 0 ? s.left : s.right) == Side::fixed;
  return i >= 0 && i < l.nx && (j < 0 ? s.bottom : s.top) == Side::fixed;
}

// The values that heat's sides are held at, in held_at's order: those of the problem's border cells.
std::vector<double> held_values(const GasProblem&, const Layout&);
// 1 in each place that is a wall, also beyond the border; empty: there is none.
std::vector<std::uint8_t> wall_marks(const GasProblem&, const Layout&);

}  // namespace ez::gas
