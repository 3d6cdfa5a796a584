// Edges of a gas's walls between the centres of cells. They come from the shapes, because the map
// of cells does not contain them.
#pragma once

#include <vector>

#include "solver/scene/raster/raster.h"

namespace ez {

// An edge between the centre of a gas cell and that of a neighbouring solid cell, displaced by (di, dj).
struct WallCrossing {
  Node cell;
  int di = 0, dj = 0;
  double part = 0.5;  // fraction of the distance that is outside the wall
  Vec2 normal;        // of the wall there, pointing into it; of length 1
  bool operator==(const WallCrossing&) const = default;
};
// Returns the edges by row, column, and left, right, below, above. It skips walls that coincide with the faces between
// cells, walls from a picture, and positions with two edges within half a cell. `map` is rasterize(scene).
std::vector<WallCrossing> wall_crossings(const Scene& scene, const NodeMap& map);

// A wall has this entry in a gas's palette.
inline constexpr std::uint16_t wall_entry = 1;

}  // namespace ez
