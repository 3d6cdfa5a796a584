// Size of the tables for a plane wave (run/plane_wave.h). A rule of the scene limits it before they are made.
#pragma once

#include "solver/scene/waveform.h"
#include "solver/theory/dispersion.h"

namespace ez {

struct PlaneWaveSize {
  double end = 0;  // s: end of the tabulated waveform
  // s: duration of the fade at the end of a tabulated part of an infinite waveform; 0: the waveform ends.
  double fade = 0;
  double steady = 0;                                             // s: time from which on an infinite waveform is a sine
  double samples = 0;                                            // per table, two per step
  double spacing = 0, first = 0;                                 // m between tables, distance of the first
  double tables = 0;                                             // per array
  double numbers() const { return 3 * samples * (tables + 4); }  // including those for interpolation at the ends
};
// Returns the size for a wave in direction `degrees` from +x, over a distance of up to `reach` m.
PlaneWaveSize plane_wave_size(const YeeGrid& grid, double degrees, double reach, const Waveform& waveform);

// Largest allowed number of values (8 bytes each). Larger tables would take half a minute or more to make.
inline constexpr double most_plane_wave_numbers = 4e7;

}  // namespace ez
