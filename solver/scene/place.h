// Places: a pair of numbers along x and y, and a node of the grid.
#pragma once

namespace ez {

struct Vec2 {
  double x = 0, y = 0;
  bool operator==(const Vec2&) const = default;
};

struct Node {
  int i = 0, j = 0;
  bool operator==(const Node&) const = default;
};

}  // namespace ez
