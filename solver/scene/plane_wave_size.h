// How large the tables are that a plane wave is sent from (run/plane_wave.h): what a rule of the scene bounds before
// they are made.
#pragma once

#include "solver/scene/waveform.h"
#include "solver/theory/dispersion.h"

namespace ez {

struct PlaneWaveSize {
  double end = 0;                 // s: the waveform is tabulated so far
  double fade = 0;                // s: of one that does not end, over which its tabulated part is faded; 0: it ends
  double steady = 0;              // s: from when on that is a sine
  double samples = 0;             // of a table, two a step
  double spacing = 0, first = 0;  // m between tables, distance of the first
  double tables = 0;              // of each array
  double numbers() const { return 3 * samples * (tables + 4); }  // with those that the ends are interpolated between
};
// Of a wave that goes at `degrees` from +x over `reach` m at the longest.
PlaneWaveSize plane_wave_size(const YeeGrid& grid, double degrees, double reach, const Waveform& waveform);

// Beyond so many numbers (8 bytes each) a plane wave is refused: they take half a minute and more to make.
inline constexpr double most_plane_wave_numbers = 4e7;

}  // namespace ez
