// Edges of metal between nodes, for grid.conformal. They come from the scene's shapes, because the map
// of nodes does not contain them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "solver/scene/raster/raster.h"

namespace ez {

// Fractions outside metal in 64ths, by j·nx + i of the nodes.
struct MetalRim {
  static constexpr int whole = 64;
  using Parts = std::unordered_map<std::size_t, std::uint8_t>;
  // For nodes of hx or hy. In an ez scene, the fraction of the path between its two Ez nodes, if one of these is metal.
  // The path is along y for hx and along x for hy. In an hz scene, the fraction of the edge between its two cells. The
  // edge is along x for hx and along y for hy.
  Parts hx, hy;
  // hz: fraction of a node's cell. A cell and its edges are listed if the node of the cell or of one of its eight
  // neighbours is in metal, and another one is not.
  Parts cells;
};
// Returns true if the scene needs these fractions: grid.conformal is on and there is metal.
bool has_metal_rim(const Scene& scene);
// Returns the fractions for the nodes of a part of the grid, including the whole neighbouring
// cells. `map` is rasterize(scene).
MetalRim metal_rim(const Scene& scene, const NodeMap& map, NodeRect part);

// Metal has this entry in every palette.
inline constexpr std::uint16_t metal_entry = 1;

}  // namespace ez
