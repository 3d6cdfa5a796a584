// grid.smoothing for the arrays beside the main one: what the cells of H nodes are filled with that a rim runs through,
// and how it lies in them. In an hz scene these arrays are Ex and Ey.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/scene/raster/raster.h"

namespace ez {

struct RimCellPart {
  std::uint16_t material = 0;  // of the scene's palette
  double number = 1;           // ε in an hz scene, μ in an ez scene; without poles
  double loss = 0;             // σ, σm
  double part = 0;             // of the cell, conductors left out: all of a cell's are 1
};
// The cell of hx(i, j) is [i − ½, i + ½] × [j, j + 1], that of hy(i, j) [i, i + 1] × [j − ½, j + ½].
struct RimCellMean {
  int i = 0, j = 0;
  std::vector<RimCellPart> parts;
  Vec2 normal;  // of the rim, of length 1; its sign says nothing
};
struct RimMeans {
  std::vector<RimCellMean> hx, hy;  // row by row
};
// Of nodes between two nodes of the grid: those beyond a periodic side are left out. Cells that conductors alone fill
// are left out too.
RimMeans rim_means(const Scene& scene);

}  // namespace ez
