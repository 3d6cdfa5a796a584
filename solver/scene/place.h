// Positions: a pair of numbers along x and y, and a node of the grid.
#pragma once

namespace ez {

struct Vec2 {  // in the scene's unit, in nodes or in metres, as its user specifies
  double x = 0, y = 0;
  bool operator==(const Vec2&) const = default;
};

struct Node {  // column and row, counted from 0 at the lower left
  int i = 0, j = 0;
  bool operator==(const Node&) const = default;
};

}  // namespace ez
