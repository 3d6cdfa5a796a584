// The frequencies that a scene's sources emit, in Hz.
#pragma once

#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// Returns at most `count` frequencies over the bands of all sources that are on, ascending. The first source's centre
// is one of them. Empty without sources.
std::vector<double> band_frequencies(const Scene& scene, int count);
// Returns the frequency in Hz above which the spectra of all sources that are on are 80 dB down; 0 without sources.
double top_frequency(const Scene& scene);
// Returns the first source's own frequency in Hz, or the middle of its band if it has none; 0 without sources.
double centre_frequency(const Scene& scene);

}  // namespace ez
