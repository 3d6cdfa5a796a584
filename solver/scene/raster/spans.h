// Cuts a shape into intervals along a row, for the rasteriser and contains(). Inner header of solver/scene.
//
// All lengths are in units of Δx along both axes ("metric" units), so that a circle stays a circle if Δx ≠ Δy. Row j
// is at y = j·Δy/Δx. Shapes are closed and enlarged by 1e-6 of the smaller cell side, so that nodes on an edge are
// inside regardless of rounding.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct Interval {
  double x0 = 0, x1 = 0;  // closed; empty if x1 < x0
  int part = 0;           // for an image: index of its material, for a ramp the grey
};

// A shape in metric units that can be cut by rows.
class SpanCutter {
 public:
  SpanCutter(const Scene& scene, const Geometry& geometry);
  // Replaces `out` by the intervals of the row at metric height y. They may overlap.
  void cut(double y, std::vector<Interval>& out) const;
  // Does the same, but may skip intervals that meet none of `gaps`, which are sorted and disjoint.
  void cut(double y, std::span<const std::pair<double, double>> gaps, std::vector<Interval>& out) const;
  // Adds the heights between y0 and y1 at which the result of cut() may jump.
  void add_breaks(double y0, double y1, std::vector<double>& out) const;
  // Return the metric bounding box, including the enlargement.
  Vec2 min() const { return min_; }
  Vec2 max() const { return max_; }

 private:
  Geometry geometry_;
  double grow_;  // enlargement in metric units
  Vec2 min_, max_;
};

// Returns the material of one part of a shape. For a ramp this is the white end, unless that is vacuum.
std::string_view material_of_part(const Shape& shape, int part);
// Returns the part of an image by grey; −1: empty.
std::array<int, 256> parts_of(const ImageShape& image);

// Return the height of one row, Δy/Δx, and a position of the scene in metric units.
double row_height(const Scene& scene);
Vec2 to_metric(const Scene& scene, Vec2 position);

}  // namespace ez
