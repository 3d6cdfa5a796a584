// A scene on a larger grid, from which a reference run is made. Media that touch an opened side continue outwards
// unchanged, and the outermost cells of the padding are a CPML with its own grading.
//
//        ┌──────────────────────────┐
//        │ outer CPML               │     The inner frame equals the scene bit for bit: the same coefficients at
//        │  ┌────────────────────┐  │     the same nodes, and the same sources with the same weights. A side that
//        │  │ margin    ┌──────┐ │  │     is not opened keeps its boundary or layer, which then extends to the
//        │  │           │ scene│ │  │     outer edge.
//        │  │           └──────┘ │  │
//        └──┴────────────────────┴──┘
#pragma once

#include <array>

#include "solver/problem/problem.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"

namespace ez {

// Number of cells that a reference run's grid adds on each side. In these cells the media at the side's nodes continue
// outwards, followed by a CPML of `outer` grading. Node (i, j) of the scene is node (i + left, j + bottom) here.
struct Padding {
  std::array<int, 4> cells{};  // by Side; 0: the side is unchanged
  CpmlGrading outer;
  int operator[](Side s) const { return cells[static_cast<std::size_t>(s)]; }
  bool operator==(const Padding&) const = default;
};

bool is_empty(const Padding& padding);
// Returns the scene on the larger grid, with lengths in cells. Opened sides are PEC for the engine; open_layers() puts
// the layers in front of them. Shapes keep their position and matter only for their materials, because the node map
// already contains them. Without padding the scene is returned unchanged.
Scene lay_out(const Scene& scene, const Padding& padding);
// Converts a node of the scene to a node of the larger grid.
Node shifted(Node node, const Padding& padding);
// Converts a rectangle of the scene to the larger grid. It extends to the outer edge where it touches an opened side.
NodeRect shifted(NodeRect rect, const Scene& scene, const Padding& padding);
// Returns the larger grid's map of rasterize(scene).
NodeMap lay_out(NodeMap scene_nodes, const Padding& padding);
// Updates `map`, the larger grid's map, after an edit. `dirty` is in nodes of the scene.
void lay_out(const Scene& scene, const Padding& padding, NodeRect dirty, NodeMap& map);
// Adds the outer layers to a problem made from the laid-out scene.
void open_layers(Problem& problem, const Scene& scene, const Padding& padding);
// Returns engine_bytes() of the scene with its padding.
double engine_bytes(const Scene& scene, const Padding& padding);

}  // namespace ez
