// The nodes on the boundaries of a problem with Mur's boundaries of first order, for the scheme `split` of every
// engine.
#pragma once

#include <vector>

#include "solver/problem/problem.h"

namespace ez {

// A node on a boundary, and its neighbour inside. `dead`: a perfect conductor, which stays 0.
struct SplitEdge {
  int i = 0, j = 0, inner_i = 0, inner_j = 0;
  double k = 0;  // Mur's coefficient
  bool dead = false;
};
// A corner node as the end of both boundaries, and the two boundary nodes next to it: those along x and along y.
struct SplitCorner {
  SplitEdge along_x, along_y;
  SplitEdge side_x, side_y;
};
struct SplitFrame {
  std::vector<SplitEdge> edges;      // left, right, bottom, top, without corners
  std::vector<SplitCorner> corners;  // lower left, lower right, upper left, upper right
};
SplitFrame split_frame(const Problem& problem);

}  // namespace ez
