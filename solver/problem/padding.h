// A scene laid out on a larger grid: what a reference run is made from. Media that touch an opened side go on
// outwards as they are there, and the outermost cells of the padding are a CPML of its own grading.
//
//        ┌──────────────────────────┐
//        │ outer CPML               │     Everything in the inner frame is the scene's own, bit for bit: the same
//        │  ┌────────────────────┐  │     coefficients at the same nodes, the same sources with the same weights. A
//        │  │ margin    ┌──────┐ │  │     side that is not opened keeps its wall or layer, which then runs on to the
//        │  │           │ scene│ │  │     outer edge.
//        │  │           └──────┘ │  │
//        └──┴────────────────────┴──┘
#pragma once

#include <array>

#include "solver/problem/problem.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"

namespace ez {

// Cells by which the grid is larger than the scene's on each side, for a reference run: there the media at the side's
// nodes go on outwards, and behind them is a CPML of `outer` grading. Node (i, j) of the scene is node (i + left, j +
// bottom) here.
struct Padding {
  std::array<int, 4> cells{};  // by Side; 0: the side is as the scene says
  CpmlGrading outer;
  int operator[](Side s) const { return cells[static_cast<std::size_t>(s)]; }
  bool operator==(const Padding&) const = default;
};

bool is_empty(const Padding& padding);
// The scene on the larger grid, lengths in cells. Opened sides are electric walls of the engine here: open_layers()
// puts the layers before them. Shapes stay where they were and count by their materials only; the node map has them.
// Without padding the scene as it is.
Scene lay_out(const Scene& scene, const Padding& padding);
// Node of the scene → node of the larger grid.
Node shifted(Node node, const Padding& padding);
// A rectangle of the scene → of the larger grid; out to the edge where it touches an opened side.
NodeRect shifted(NodeRect rect, const Scene& scene, const Padding& padding);
// The larger grid's map of what rasterize(scene) gives.
NodeMap lay_out(NodeMap scene_nodes, const Padding& padding);
// The same for an edit: `map` is the larger grid's, `dirty` nodes of the scene.
void lay_out(const Scene& scene, const Padding& padding, NodeRect dirty, NodeMap& map);
// Puts the outer layers into a problem made from the laid-out scene.
void open_layers(Problem& problem, const Scene& scene, const Padding& padding);
// engine_bytes() of the scene with its padding.
double engine_bytes(const Scene& scene, const Padding& padding);

}  // namespace ez
