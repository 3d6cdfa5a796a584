// Which frequencies the sources of a scene have.
#pragma once

#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// At most `count` frequencies over the bands of all sources that are on, ascending; the first source's centre is one of
// them. Empty without sources.
std::vector<double> band_frequencies(const Scene& scene, int count);
// Above which no source that is on has anything to say, in Hz; 0 without sources.
double top_frequency(const Scene& scene);
// The first source's own frequency, or the middle of its band when it has none; 0 without sources.
double centre_frequency(const Scene& scene);

}  // namespace ez
