// Media that are not entries of the palette, node by node: from formulas, a ramp's greys and means over cells. raster.h
// combines them with the others.
#pragma once

#include <vector>

#include "solver/scene/raster/scene_media.h"

namespace ez {

// Rasterises a part of a scene with such media. Its first node is (0, 0) of the map.
NodeMap rasterize_mixed(const Scene& scene, NodeRect part);

// Returns SceneMedia::ranges() of a scene with this palette.
std::vector<GradedRange> graded_ranges(const Scene& scene, const std::vector<PaletteEntry>& palette);

}  // namespace ez
