// How a picture samples cells, on the CPU and on a card: as physics/view.h has it, but that what is solid does not
// bleed into the cells beside it.
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
// Of the pixels that are finite the largest magnitude, and the least of those that show no wall; whether all are.
struct Seen {
  float max_abs = 0, least = 0;
  bool finite = true;
};

// value(i, j) and wall(i, j) of a cell. Where cells are magnified, of a pixel inside the grid:
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
// Whether the cell beneath the pixel's centre is one that is no wall.
template <class WallOf>
EZ_INLINE bool shows_cell(const Shown& s, int p, int q, const WallOf& wall) {
  const ViewTap x = view_tap(s.x, p), y = view_tap(s.y, q);
  return x.inside && y.inside && !wall(x.nearest, y.nearest);
}

// The largest density of a gas, |value| of heat, as a float, and the first cell in the arrays' order that has it.
struct Largest {
  double size = 0;
  int i = 0, j = 0;
};

// What a card tells of its cells without their crossing to main memory.
class OnCard {
 public:
  virtual int device() const = 0;
  virtual DeviceStream stream() const = 0;
  // Into the card's memory, behind all that the stream has been given; nothing is waited for. What was seen is of the
  // last picture that is done; but of the first one of a quantity, or of a state from outside, it is waited for and
  // told.
  virtual Seen draw_there(const Shown&, float* pixels) = 0;

 protected:
  ~OnCard() = default;
};

}  // namespace ez::gas
