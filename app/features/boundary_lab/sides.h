// The grid's sides on the boundary lab's pictures: which kind of wall stands where, and what it sends back.
#pragma once

#include <vector>

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"

namespace ez {

// Walls that send everything back, along the pane's sides: metal a bar, PMC a hollow one, periodic sides dashed. Layers
// are seen in the picture itself; a Mur side is one row of nodes.
void draw_walls(const Context& c, const Viewport& v, const Area& picture, int pane, ImDrawList* list);
// At each side its kind, where there is room for it, and what it sends back. Returns where that stands.
std::vector<Area> draw_side_labels(const Context& c, const Area& picture, int pane, ImDrawList* list);

}  // namespace ez
