// Returns extreme_media() (raster.h) of a scene with known ranges of its graded media, so that not
// every node is evaluated again.
#pragma once

#include <vector>

#include "solver/scene/raster/mixed.h"

namespace ez {

std::vector<PaletteEntry> extreme_media(const Scene& scene, const std::vector<GradedRange>& ranges);

}  // namespace ez
