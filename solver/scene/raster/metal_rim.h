// Where metal ends between nodes: what grid.conformal knows of a scene's shapes, and the map of nodes does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "solver/scene/raster/raster.h"

namespace ez {

// Parts outside metal, in 64ths, by j·nx + i of nodes.
struct MetalRim {
  static constexpr int whole = 64;
  using Parts = std::unordered_map<std::size_t, std::uint8_t>;
  // At a node of hx or hy. ez: of the way between its two Ez nodes, where one of these is metal (of hx the way is along
  // y, of hy along x). hz: of the edge between its two cells (of hx the edge is along x, of hy along y).
  Parts hx, hy;
  // hz: of a node's cell. It and its edges are listed where the cell or one of the eight around it has its node in
  // metal, and another has not.
  Parts cells;
};
// Whether there is one that counts: grid.conformal, and metal.
bool has_metal_rim(const Scene& scene);
// Of the nodes of a part of the grid, whole cells beside it included. `map` is rasterize(scene).
MetalRim metal_rim(const Scene& scene, const NodeMap& map, NodeRect part);

// The entry of every palette that is metal.
inline constexpr std::uint16_t metal_entry = 1;

}  // namespace ez
