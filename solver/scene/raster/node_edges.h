// The outline of a scene's geometry as rasterised: the lines between nodes of different materials.
#pragma once

#include <vector>

#include "solver/scene/raster/raster.h"

namespace ez {

// A line along x or y, half a cell from the nodes next to it, in nodes.
struct NodeEdge {
  Vec2 from, to;
  bool operator==(const NodeEdge&) const = default;
};
// Returns the lines within a part of the grid, as long as possible. A mean over a cell (grid.smoothing) counts as the
// material of its node.
std::vector<NodeEdge> node_edges(const Scene& scene, NodeRect part);

}  // namespace ez
