// The geometry as gridded, over the picture: the edges between nodes of different materials, and thin lines around the
// shapes as drawn.
#pragma once

#include <optional>
#include <vector>

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"
#include "solver/scene/raster/node_edges.h"

namespace ez {

struct GriddedMemory {
  bool on = false;  // the geometry is shown as gridded
  // Cached node_edges() of the visible nodes of a scene.
  struct Outline {
    NodeRect part;
    Grid grid;
    Unit unit = Unit::m;
    std::vector<Shape> shapes;
    std::vector<Material> materials;
    std::vector<NodeEdge> edges;
  };
  std::optional<Outline> outline;
};

// Draws it if a cell is large enough on the screen to see its edges. `scene` is that of the picture.
void draw_gridded(const Context& c, const Scene& scene, const Viewport& v, ImDrawList* list);

// Draws the switch, "##gridded". A later session does not remember it.
void gridded_row(const Context& c);

}  // namespace ez
