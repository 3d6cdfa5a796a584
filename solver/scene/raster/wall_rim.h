// Where walls of a gas end between the centres of cells: what their shapes tell, and the map of cells does not.
#pragma once

#include <vector>

#include "solver/scene/raster/raster.h"

namespace ez {

// On the way from the centre of a cell of gas to that of a solid one beside it, (di, dj) further.
struct WallCrossing {
  Node cell;
  int di = 0, dj = 0;
  double part = 0.5;  // of the way, outside the wall
  Vec2 normal;        // of the wall there, into it; of length 1
  bool operator==(const WallCrossing&) const = default;
};
// By row, column, and left, right, below, above. Not of walls that are the faces between their cells, nor of those that
// a picture gives, nor where two rims meet within half a cell. `map` is rasterize(scene).
std::vector<WallCrossing> wall_crossings(const Scene& scene, const NodeMap& map);

// The entry of a gas' palette that is a wall.
inline constexpr std::uint16_t wall_entry = 1;

}  // namespace ez
