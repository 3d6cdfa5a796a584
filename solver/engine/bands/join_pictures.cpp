#include "solver/engine/bands/join_pictures.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "solver/physics/view.h"

namespace ez {

// Interpolated pixels belong to one band alone, and may be −0.
float joined_pixel(float a, float b) {
  if (std::bit_cast<std::uint32_t>(a) == 0) return b;
  if (std::bit_cast<std::uint32_t>(b) == 0) return a;
  SignedExtreme<float> extreme = no_extreme<float>();
  add_extreme(extreme, a), add_extreme(extreme, b);
  return value_of(extreme);
}

void join_picture(const PictureWindow& w, int nx, const RowBand& rows, const float* band, float* all) {
  const ViewAxis y = rows_axis(w, rows), whole = view_axis(w.y0, w.y1, w.height, rows.grid);
  const bool many = view_decimates(view_axis(w.x0, w.x1, w.width, nx), y);
  for (int q = 0; q < w.height; ++q) {
    const auto rows_of_pixel = [&](const ViewAxis& axis) {
      const ViewRange r = many ? view_range(axis, q) : ViewRange{0, view_tap(axis, q).inside ? 1 : 0};
      return r.end - r.begin;
    };
    const int here = rows_of_pixel(y);
    if (here <= 0) continue;
    const float* from = band + std::ptrdiff_t{q} * w.width;
    float* to = all + std::ptrdiff_t{q} * w.width;
    if (here == rows_of_pixel(whole))
      std::copy_n(from, w.width, to);
    else
      std::transform(from, from + w.width, to, to, joined_pixel);
  }
}

PictureStats stats_of(const PictureWindow& w, const float* pixels) {
  PictureStats stats;
  for (std::ptrdiff_t p = 0; p < std::ptrdiff_t{w.width} * w.height; ++p) {
    const float size = std::abs(pixels[p]);
    if (!std::isfinite(size))
      stats.finite = false;
    else if (size > stats.max_abs)
      stats.max_abs = size;
  }
  return stats;
}

}  // namespace ez
