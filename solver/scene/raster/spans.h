// A shape as intervals along a row: what both the rasteriser and contains() ask. Inner header of solver/scene.
//
// Everything is measured in units of Δx along both axes ("metric" units), so that a circle stays a circle when Δx ≠ Δy.
// Row j lies at y = j·Δy/Δx. Shapes are closed and grown by 1e-6 of the smaller cell side, so that nodes on a rim are
// in whatever the rounding.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct Interval {
  double x0 = 0, x1 = 0;  // closed; empty when x1 < x0
  int part = 0;           // of an image: which of its materials, of a ramp the grey
};

// A shape moved to metric units, ready to be cut by rows.
class SpanCutter {
 public:
  SpanCutter(const Scene& scene, const Geometry& geometry);
  // Replaces `out` by the intervals of the row at metric height y. They may overlap.
  void cut(double y, std::vector<Interval>& out) const;
  // The same, without some of the intervals that meet none of `gaps`, which are in order and apart.
  void cut(double y, std::span<const std::pair<double, double>> gaps, std::vector<Interval>& out) const;
  // Adds the heights between y0 and y1 where what cut() gives may jump.
  void add_breaks(double y0, double y1, std::vector<double>& out) const;
  // Metric bounding box, growth included.
  Vec2 min() const { return min_; }
  Vec2 max() const { return max_; }

 private:
  Geometry geometry_;
  double grow_;  // by which the shape is grown, in metric units
  Vec2 min_, max_;
};

// The material of one part of a shape; of a ramp the white end, if it is not vacuum.
std::string_view material_of_part(const Shape& shape, int part);
// By grey, the part of an image; −1: nothing is there.
std::array<int, 256> parts_of(const ImageShape& image);

// Height of one row, Δy/Δx, and a point of the scene in metric units.
double row_height(const Scene& scene);
Vec2 to_metric(const Scene& scene, Vec2 position);

}  // namespace ez
