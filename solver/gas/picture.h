// How a picture samples cells, on the CPU and on a CUDA device. The rule is that of physics/view.h, except that solid
// cells do not bleed into neighbouring cells.
#pragma once

#include "solver/engine/device_view.h"
#include "solver/physics/view.h"
#include "solver/scene/quantity.h"

namespace ez::gas {

struct Shown {
  Quantity quantity = Quantity::density;
  ViewAxis x, y;
  int width = 0, height = 0;  // pixels
};
// Statistics of the finite pixels: the largest magnitude, and the least value of those that show no wall. finite: all
// pixels are.
struct Seen {
  float max_abs = 0, least = 0;
  bool finite = true;
};

// Returns a pixel inside the grid if cells are magnified. value(i, j) and wall(i, j) belong to a cell.
template <class ValueOf, class WallOf>
EZ_INLINE float magnified_pixel(const ViewTap& x, const ViewTap& y, const ValueOf& value, const WallOf& wall) {
  if (wall(x.low, y.low) || wall(x.high, y.low) || wall(x.low, y.high) || wall(x.high, y.high))
    return value(x.nearest, y.nearest);
  return view_blend(value(x.low, y.low), value(x.high, y.low), value(x.low, y.high), value(x.high, y.high), x, y);
}
template <class ValueOf, class WallOf>
EZ_INLINE float pixel_of(const Shown& s, int p, int q, const ValueOf& value, const WallOf& wall) {
  if (view_decimates(s.x, s.y)) {
    const ViewRange columns = view_range(s.x, p), rows = view_range(s.y, q);
    SignedExtreme<float> most = no_extreme<float>();
    for (int j = rows.begin; j < rows.end; ++j)
      for (int i = columns.begin; i < columns.end; ++i) add_extreme(most, value(i, j));
    return ez::value_of(most);
  }
  const ViewTap x = view_tap(s.x, p), y = view_tap(s.y, q);
  return x.inside && y.inside ? magnified_pixel(x, y, value, wall) : 0;
}
// Returns true if the cell under the pixel's centre is not a wall.
template <class WallOf>
EZ_INLINE bool shows_cell(const Shown& s, int p, int q, const WallOf& wall) {
  const ViewTap x = view_tap(s.x, p), y = view_tap(s.y, q);
  return x.inside && y.inside && !wall(x.nearest, y.nearest);
}

// The largest density of a gas, or |value| of heat, as a float, and the first cell in the arrays' order that has it.
struct Largest {
  double size = 0;
  int i = 0, j = 0;
};

// Operations on the cells of a CUDA device that do not copy them to main memory.
class OnCard {
 public:
  virtual int device() const = 0;
  virtual DeviceStream stream() const = 0;
  // Draws into the device's memory, after all work in the stream, without waiting. Returns the statistics of the last
  // finished picture. For the first picture of a quantity, or after the state was set externally, it waits and returns
  // that picture's own.
  virtual Seen draw_there(const Shown&, float* pixels) = 0;

 protected:
  ~OnCard() = default;
};

}  // namespace ez::gas
