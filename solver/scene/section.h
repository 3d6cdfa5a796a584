// The line of a mode source or monitor as a cross-section of the grid.
#pragma once

#include "solver/scene/raster/raster.h"
#include "solver/theory/section_modes.h"

namespace ez {

// As the engine sees it at a frequency (Hz), by what `map` has, whose first node is `origin`, and the boundary's walls.
// Of a medium with losses the real part.
Section section_of(const Scene& scene, const std::vector<Node>& line, double frequency, const NodeMap& map,
                   Node origin = {});
// Of the scene's shapes.
Section section_of(const Scene& scene, Vec2 from, Vec2 to, double frequency);

}  // namespace ez
