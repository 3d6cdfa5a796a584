// The frequencies that the sources of a scene send out, in Hz.
#pragma once

#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// At most `count` frequencies over the bands of all sources that are on, ascending; the first source's centre is one of
// them. Empty without sources.
std::vector<double> band_frequencies(const Scene& scene, int count);
// The frequency above which the spectra of all sources that are on are 80 dB down, in Hz; 0 without sources.
double top_frequency(const Scene& scene);
// The first source's own frequency in Hz, or the middle of its band when it has none; 0 without sources.
double centre_frequency(const Scene& scene);

}  // namespace ez
