// extreme_media() (raster.h) of a scene whose graded media are known: nothing is asked of every node once more.
#pragma once

#include <vector>

#include "solver/scene/raster/mixed.h"

namespace ez {

std::vector<PaletteEntry> extreme_media(const Scene& scene, const std::vector<GradedRange>& ranges);

}  // namespace ez
