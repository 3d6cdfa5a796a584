// The line of a mode source or monitor as a cross-section of the grid.
#pragma once

#include <functional>

#include "solver/scene/scene.h"
#include "solver/theory/section_modes.h"

namespace ez {

// As the engine sees it: `medium` gives what is at a node, the boundary's walls are put over it.
Section section_of(const Scene& scene, const std::vector<Node>& line,
                   const std::function<Section::Node(Node)>& medium);
// Of the scene's shapes.
Section section_of(const Scene& scene, Vec2 from, Vec2 to);

}  // namespace ez
