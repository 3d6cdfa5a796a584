// Samples the field for a picture: which nodes a pixel shows, and which value it gets from them. All engines share this
// code, so that the CPU engine's picture and the CUDA engine's agree to the bit.
//
// Pixel p of an axis covers [x0 + p·s, x0 + (p+1)·s) in nodes, s = (x1 − x0)/width. There are two rules, and one of
// them is chosen for both axes together.
//   decimate     s ≥ 1 on either axis: the pixel covers the centres of some nodes and shows their value of largest
//                magnitude with its sign (of +a and −a the positive one). Pixels share no node and skip none, so a wire
//                one node thick is never lost. A pixel too thin to cover a centre shows the node nearest to its own
//                centre.
//   interpolate  otherwise: bilinear between the four nodes around the pixel's centre, clamped to the grid. The
//                material is that of the nearest node.
// A pixel is 0 if its centre (interpolate) or all its nodes (decimate) are outside the grid. NaN
// takes precedence over any value.
#pragma once

#include <cstddef>

#include "solver/base/host_device.h"
#include "solver/scene/scene.h"

namespace ez {

struct ViewAxis {
  double first = 0, step = 1;  // position of pixel 0's low edge in nodes, nodes per pixel
  int nodes = 0;               // number of grid nodes along this axis
  // An engine may hold a part of the grid (problem/row_band.h). Node 0 of that part is node `origin` of the grid, and
  // the engine shows nodes [begin, end) of its part. The functions below return nodes of the part.
  int origin = 0, begin = 0, end = 0;
};

EZ_INLINE ViewAxis view_axis(double x0, double x1, int pixels, int nodes) {
  return {x0, (x1 - x0) / pixels, nodes, 0, 0, nodes};
}

EZ_INLINE bool view_decimates(const ViewAxis& x, const ViewAxis& y) { return x.step >= 1 || y.step >= 1; }

// Returns ⌊v⌋ as an int, clamped to ±2³⁰, because a view may be zoomed and panned far off the grid.
EZ_INLINE int view_floor(double v) {
  const double limit = 1073741824.0;
  if (!(v > -limit)) return -1073741824;
  if (v > limit) return 1073741824;
  const int i = static_cast<int>(v);
  return i - (v < i ? 1 : 0);
}

// Returns the first node whose centre is at or right of the low edge of pixel p.
EZ_INLINE int view_edge(const ViewAxis& a, int p) { return -view_floor(-(a.first + p * a.step)); }

EZ_INLINE double view_center(const ViewAxis& a, int p) { return a.first + (p + 0.5) * a.step; }

// Decimation: the nodes [begin, end) of pixel p, clipped to those that the engine shows. Empty if there are none.
struct ViewRange {
  int begin = 0, end = 0;
};
EZ_INLINE ViewRange view_range(const ViewAxis& a, int p) {
  int begin = view_edge(a, p), end = view_edge(a, p + 1);
  if (end <= begin) begin = view_floor(view_center(a, p) + 0.5), end = begin + 1;
  begin -= a.origin, end -= a.origin;
  if (begin < a.begin) begin = a.begin;
  if (end > a.end) end = a.end;
  return {begin, end};
}

// Decimation: add all values in any order with add_extreme(), then call value_of().
template <class T>
struct SignedExtreme {
  T high, low;  // largest and smallest value so far
  bool nan;     // one of the values was not a number
};
template <class T>
EZ_INLINE SignedExtreme<T> no_extreme() {
  return {-T(__builtin_huge_val()), T(__builtin_huge_val()), false};
}
template <class T>
EZ_INLINE void add_extreme(SignedExtreme<T>& x, T v) {
  x.high = v > x.high ? v : x.high;
  x.low = v < x.low ? v : x.low;
  x.nan |= v != v;
}
template <class T>
EZ_INLINE void add_extreme(SignedExtreme<T>& x, const SignedExtreme<T>& other) {
  x.high = other.high > x.high ? other.high : x.high;
  x.low = other.low < x.low ? other.low : x.low;
  x.nan |= other.nan;
}
// Returns one value that represents all of them in a further extreme. There must be at least one.
template <class T>
EZ_INLINE T extreme_of(const SignedExtreme<T>& x) {
  return x.nan ? T(__builtin_nan("")) : x.high >= -x.low ? x.high : x.low;
}
template <class T>
EZ_INLINE float value_of(const SignedExtreme<T>& x) {
  if (!x.nan && x.high < x.low) return 0;  // no node
  return static_cast<float>(extreme_of(x) + T(0));
}

// Interpolation: nodes `low` and `high` (equal at the grid's edge) and the weight of `high`. If
// `inside` is false, the pixel is 0.
struct ViewTap {
  int low = 0, high = 0, nearest = 0;  // nearest: the node nearest to the pixel's centre
  double weight = 0;
  bool inside = false;
};
EZ_INLINE ViewTap view_tap(const ViewAxis& a, int p) {
  const double c = view_center(a, p);
  ViewTap t;
  t.inside = c >= -0.5 && c < a.nodes - 0.5;
  if (!t.inside) return t;
  t.low = view_floor(c);
  t.weight = c - t.low;
  t.high = t.low + 1;
  if (t.low < 0) t.low = 0;
  if (t.high > a.nodes - 1) t.high = a.nodes - 1;
  t.nearest = view_floor(c + 0.5);
  t.low -= a.origin, t.high -= a.origin, t.nearest -= a.origin;
  t.inside = t.low >= a.begin && t.low < a.end;
  return t;
}

// v00 at (x.low, y.low), v10 at (x.high, y.low), v01 at (x.low, y.high).
template <class T>
EZ_INLINE float view_blend(T v00, T v10, T v01, T v11, const ViewTap& x, const ViewTap& y) {
  const T wx = T(x.weight), wy = T(y.weight);
  const T below = v00 + wx * (v10 - v00), above = v01 + wx * (v11 - v01);
  return static_cast<float>(below + wy * (above - below));
}

// Field that a difference picture subtracts, which is the main array of another grid. Node (i, j) here is at (i·scale +
// offset) there. If that is a node (to 1e-9), its value is used directly. Between nodes the value is bilinear, and
// outside the grid it is 0.
struct ReferenceView {
  const void* ez = nullptr;  // null: no reference
  bool is_double = false;
  std::ptrdiff_t pitch = 0;  // values from row to row
  int nx = 0, ny = 0;
  double scale_x = 1, scale_y = 1, offset_x = 0, offset_y = 0;  // offsets in nodes of that grid
  int first_row = 0;  // row of the grid that is row 0 of the array from which the reference is subtracted
};
EZ_INLINE double reference_value(const ReferenceView& r, int i, int j) {
  const std::ptrdiff_t at = j * r.pitch + i;
  return r.is_double ? static_cast<const double*>(r.ez)[at] : static_cast<const float*>(r.ez)[at];
}
struct ReferenceTap {
  int low = 0, high = 0;
  double weight = 0;  // of `high`
  bool inside = false;
};
EZ_INLINE ReferenceTap reference_tap(int i, double scale, double offset, int nodes) {
  double x = i * scale + offset;
  const int near = view_floor(x + 0.5);
  if (x - near < 1e-9 && near - x < 1e-9) x = near;
  ReferenceTap t;
  t.inside = x >= 0 && x <= nodes - 1;
  if (!t.inside) return t;
  t.low = view_floor(x);
  t.weight = x - t.low;
  t.high = t.weight > 0 ? t.low + 1 : t.low;
  return t;
}
EZ_INLINE double reference_at(const ReferenceView& r, int i, int j) {
  const ReferenceTap x = reference_tap(i, r.scale_x, r.offset_x, r.nx);
  const ReferenceTap y = reference_tap(j + r.first_row, r.scale_y, r.offset_y, r.ny);
  if (!x.inside || !y.inside) return 0;
  if (x.weight == 0 && y.weight == 0) return reference_value(r, x.low, y.low);
  const double v00 = reference_value(r, x.low, y.low), v01 = reference_value(r, x.low, y.high);
  const double below = v00 + x.weight * (reference_value(r, x.high, y.low) - v00);
  const double above = v01 + x.weight * (reference_value(r, x.high, y.high) - v01);
  return below + y.weight * (above - below);
}
// Returns Quantity::residual at a node whose main array holds `e`.
template <class T>
EZ_INLINE T residual_at(const ReferenceView& r, T e, int i, int j) {
  if (r.ez == nullptr) return 0;
  return static_cast<T>(static_cast<double>(e) - reference_at(r, i, j));
}

}  // namespace ez
