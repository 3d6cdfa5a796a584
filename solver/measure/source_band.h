// What a source's waveform says about its wave: when it begins, peaks and ends, and which frequencies it has.
#pragma once

#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// Times in s, counted from the waveform's t = 0 and never below it. A CW begins at once and does not end.
struct PulseTimes {
  double begin = 0;  // the envelope is 1e-8 of its peak (−160 dB)
  double rise = 0;   // 1e-5 (−100 dB)
  double peak = 0;   // for a CW: its ramp is over and a period has passed
  double end = 0;    // back to 1e-3 (−60 dB); infinite for a CW
};
PulseTimes pulse_times(const Waveform& waveform);

// The band in which the spectrum is within 40 dB of its peak, and the frequency above which it is 80 dB under it. Hz.
struct Band {
  double low = 0, high = 0, top = 0;
};
Band band_of(const Waveform& waveform);

// At most `count` frequencies over the bands of all sources that are on, ascending; the first source's centre is one of
// them. Empty without sources.
std::vector<double> band_frequencies(const Scene& scene, int count);
// Above which no source that is on has anything to say, in Hz; 0 without sources.
double top_frequency(const Scene& scene);
// The first source's own frequency, or the middle of its band when it has none; 0 without sources.
double centre_frequency(const Scene& scene);

}  // namespace ez
