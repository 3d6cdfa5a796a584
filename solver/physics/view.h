// How a picture samples the field: which nodes a pixel shows and what it makes of them. Written once, so that the CPU
// engine's picture and the CUDA engine's are the same to the bit.
//
// Pixel p of an axis covers [x0 + p·s, x0 + (p+1)·s) in nodes, s = (x1 − x0)/width. Two rules, chosen for both axes
// together:
//   decimate     s ≥ 1 on either axis: the pixel shows, of all nodes whose centre it covers, the value of largest
//                magnitude with its sign (of +a and −a the positive one). Pixels share no node and leave none out, so a
//                wire one node thick is never lost. A pixel too thin to cover a centre shows the node nearest to its
//                own.
//   interpolate  otherwise: bilinear between the four nodes around the pixel's centre, clamped to the grid; the
//                material is that of the nearest node.
// Pixels whose centre (interpolate), or all of whose nodes (decimate), lie outside the grid are 0. NaN wins over any
// value.
#pragma once

#include "solver/physics/host_device.h"
#include "solver/scene/scene.h"

namespace ez {

struct ViewAxis {
  double first = 0, step = 1;  // position of pixel 0's low edge, nodes per pixel
  int nodes = 0;
};

EZ_INLINE ViewAxis view_axis(double x0, double x1, int pixels, int nodes) { return {x0, (x1 - x0) / pixels, nodes}; }

EZ_INLINE bool view_decimates(const ViewAxis& x, const ViewAxis& y) { return x.step >= 1 || y.step >= 1; }

// ⌊v⌋ as an int, clamped to ±2³⁰ (a view may be zoomed and panned far off the grid).
EZ_INLINE int view_floor(double v) {
  const double limit = 1073741824.0;
  if (!(v > -limit)) return -1073741824;
  if (v > limit) return 1073741824;
  const int i = static_cast<int>(v);
  return i - (v < i ? 1 : 0);
}

// First node whose centre lies at or right of the low edge of pixel p.
EZ_INLINE int view_edge(const ViewAxis& a, int p) { return -view_floor(-(a.first + p * a.step)); }

EZ_INLINE double view_center(const ViewAxis& a, int p) { return a.first + (p + 0.5) * a.step; }

// Decimation: the nodes [begin, end) of pixel p, clipped to the grid; empty when outside.
struct ViewRange {
  int begin = 0, end = 0;
};
EZ_INLINE ViewRange view_range(const ViewAxis& a, int p) {
  int begin = view_edge(a, p), end = view_edge(a, p + 1);
  if (end <= begin) begin = view_floor(view_center(a, p) + 0.5), end = begin + 1;
  if (begin < 0) begin = 0;
  if (end > a.nodes) end = a.nodes;
  return {begin, end};
}

// Decimation: fold every value in, in any order, then take value().
template <class T>
struct SignedExtreme {
  T high, low;
  bool nan;
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
template <class T>
EZ_INLINE float value_of(const SignedExtreme<T>& x) {
  if (x.nan) return __builtin_nanf("");
  if (x.high < x.low) return 0;  // no node
  return static_cast<float>((x.high >= -x.low ? x.high : x.low) + T(0));
}

// Interpolation: nodes `low` and `high` (equal at the rim) and the weight of `high`; inside = false: the pixel is 0.
struct ViewTap {
  int low = 0, high = 0, nearest = 0;
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
  return t;
}

// v00 at (x.low, y.low), v10 at (x.high, y.low), v01 at (x.low, y.high).
template <class T>
EZ_INLINE float view_blend(T v00, T v10, T v01, T v11, const ViewTap& x, const ViewTap& y) {
  const T wx = T(x.weight), wy = T(y.weight);
  const T below = v00 + wx * (v10 - v00), above = v01 + wx * (v11 - v01);
  return static_cast<float>(below + wy * (above - below));
}

// H beyond the last node, for quantity_at: a PMC side mirrors (hx(i, −1) = −hx(i, 0), hx(i, ny−1) = −hx(i, ny−2)), a
// periodic side wraps, every other is 0. The quantities hx and hy themselves are the arrays' own values, so in the last
// row or column 0 unless periodic.

}  // namespace ez
