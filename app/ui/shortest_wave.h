// What the window shows of the shortest wave of a scene (solver/scene/shortest_wave.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ui/context.h"
#include "solver/scene/raster/extreme_media.h"
#include "solver/scene/shortest_wave.h"

namespace ez {

// graded_ranges() of a scene, computed once for each.
const std::vector<GradedRange>& known_graded_ranges(const Context& c, const Scene& s);
// That of the active pane's scene; none without sources, and of a gas or heat.
std::optional<ShortestWave> shown_shortest_wave(const Context& c);
// Whether its cells are too few.
bool is_coarse(const ShortestWave& wave);
// "The shortest wave is in silicon, n = 3.40: λ = 3.67 mm, 3.7 cells at 24 GHz. …"
std::string shortest_wave_words(const Context& c, const ShortestWave& wave);

}  // namespace ez
