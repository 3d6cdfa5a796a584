// grid.smoothing for the arrays other than the main one: the media in the cells of H nodes that an interface crosses,
// and the direction of the interface. In an hz scene these arrays are Ex and Ey.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/scene/raster/raster.h"

namespace ez {

struct RimCellPart {
  std::uint16_t material = 0;  // index in the scene's palette
  double number = 1;           // ε in an hz scene, μ in an ez scene; without poles
  double loss = 0;             // σ, σm
  double part = 0;             // fraction of the cell without its conductors; a cell's parts sum to 1
};
// The cell of hx(i, j) is [i − ½, i + ½] × [j, j + 1], that of hy(i, j) [i, i + 1] × [j − ½, j + ½].
struct RimCellMean {
  int i = 0, j = 0;
  std::vector<RimCellPart> parts;
  Vec2 normal;  // of the interface, of length 1; its sign has no meaning
};
struct RimMeans {
  std::vector<RimCellMean> hx, hy;  // row by row
};
// Returns the means for nodes between two nodes of the grid. Nodes beyond a periodic side, and cells filled by
// conductors only, are skipped.
RimMeans rim_means(const Scene& scene, const std::vector<PaletteEntry>& palette);

}  // namespace ez
