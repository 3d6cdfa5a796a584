// Draws the kind and the reflection of each boundary on the boundary lab's pictures.
#pragma once

#include <vector>

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"

namespace ez {

// Draws the boundaries that reflect everything or repeat the domain. PEC is a filled bar, PMC an outlined one, periodic
// sides are dashed. Layers are visible in the picture itself, and a Mur boundary is one row of nodes.
void draw_walls(const Context& c, const Viewport& v, const Area& picture, int pane, ImDrawList* list);
// Writes the reflection at each side, and the kind of boundary if there is space. Returns the areas of the labels.
std::vector<Area> draw_side_labels(const Context& c, const Area& picture, int pane, ImDrawList* list);

}  // namespace ez
