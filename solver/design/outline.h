// Outlines of the parts of a raster that are above a level, as closed polygons.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/scene/place.h"

namespace ez {

// Returns the index of a node in values that are given row by row.
constexpr std::size_t node_index(int i, int j, int width) {
  return static_cast<std::size_t>(j) * static_cast<std::size_t>(width) + static_cast<std::size_t>(i);
}

struct Outline {
  std::vector<Vec2> points;  // in nodes of the raster; the last point joins the first
  double area = 0;           // nodes²; positive around a part above the level, negative around a hole
};

// Returns the outlines where linear interpolation between the nodes reaches `level`, largest area first. `values` is
// row by row from the bottom, and counts as below the level beyond its edges. Points on a straight line are left out.
// (Marching squares; Lorensen and Cline, Marching cubes, Computer Graphics 21 (1987) 163, in two dimensions.)
std::vector<Outline> outlines_of(const std::vector<double>& values, int width, int height, double level);

}  // namespace ez
