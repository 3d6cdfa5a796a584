// Memory layout of cells, on the CPU and on a CUDA device, and the images of border cells beyond the border.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/base/host_device.h"
#include "solver/gas/problem.h"

namespace ez::gas {

// The layout has two layers of cells around the grid. The first cell of each row begins a cache line, if the array
// itself is aligned.
struct Layout {
  static constexpr int beyond = 2;
  // Elements before the first cell of a row; two of them are the layers beyond the border.
  static constexpr std::ptrdiff_t margin = 16;
  int nx = 0, ny = 0;
  std::ptrdiff_t pitch = 0;

  Layout() = default;
  Layout(int nx_, int ny_) : nx(nx_), ny(ny_), pitch((nx_ + 2 * margin) / margin * margin) {}
  EZ_INLINE std::ptrdiff_t at(int i, int j) const { return (j + beyond) * pitch + margin + i; }
  EZ_INLINE std::ptrdiff_t places() const { return (ny + 2 * beyond) * pitch + margin; }
  std::size_t size() const { return static_cast<std::size_t>(places()); }
  // Returns true if the cell has an image beyond the border.
  EZ_INLINE bool on_border(int i, int j) const {
    return i < beyond || j < beyond || i >= nx - beyond || j >= ny - beyond;
  }
};

// A position beyond the ends of an axis, 0 to 3, and whether it shows cell k of n.
struct Image {
  int place;
  bool mirrored, shows;
};
inline constexpr int images_of_axis = 2 * Layout::beyond;
EZ_INLINE Image image_of(int which, int k, int n, Side low, Side high) {
  const bool upper = (which & 1) != 0;
  const int depth = which >> 1, inner = depth < n ? depth : n - 1, border = upper ? n - 1 : 0;
  const Side side = upper ? high : low;
  const int mirror = upper ? n - 1 - inner : inner;
  const int shown = side == Side::wall ? mirror : side == Side::periodic ? n - 1 - mirror : border;
  return {upper ? n + depth : -1 - depth, side == Side::wall, k == shown};
}

// Calls put(i, j, mirrored in x, mirrored in y) for each position beyond the border that shows cell (i, j), corners
// included.
template <class Put>
EZ_INLINE void each_image(int i, int j, const Layout& l, const Sides& s, Put put) {
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
  for (int b = -1; b < images_of_axis; ++b) {
    const Image y = b < 0 ? Image{j, false, true} : image_of(b, j, l.ny, s.bottom, s.top);
    if (!y.shows) continue;
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
    for (int a = b < 0 ? 0 : -1; a < images_of_axis; ++a) {
      const Image x = a < 0 ? Image{i, false, true} : image_of(a, i, l.nx, s.left, s.right);
      if (x.shows) put(x.place, y.place, x.mirrored, y.mirrored);
    }
  }
}

// Returns the index of the fixed value of heat for a border cell. Order: left and right (by row), then bottom and top
// (by column).
EZ_INLINE int held_at(int i, int j, const Layout& l) {
  if (i < 0) return j;
  if (i >= l.nx) return l.ny + j;
  return 2 * l.ny + (j < 0 ? i : l.nx + i);
}
// Returns true if the position (i, j) beyond the border is next to a boundary with a fixed value of heat. Corners are
// next to none.
EZ_INLINE bool is_held(int i, int j, const Layout& l, const Sides& s) {
  if (j >= 0 && j < l.ny) return (i < 0 ? s.left : s.right) == Side::fixed;
  return i >= 0 && i < l.nx && (j < 0 ? s.bottom : s.top) == Side::fixed;
}

// Returns the fixed values of heat at the boundaries, in the order of held_at: those of the problem's border cells.
std::vector<double> held_values(const GasProblem&, const Layout&);
// Returns 1 for each cell that is a wall, also beyond the border. Empty: no walls.
std::vector<std::uint8_t> wall_marks(const GasProblem&, const Layout&);

}  // namespace ez::gas
