// Runs whose monitors are read.
#pragma once

#include <algorithm>

#include "helpers.h"
#include "solver/compare/comparison.h"
#include "solver/measure/monitors/monitors.h"

namespace ez::test {

inline constexpr double mm = 1e-3;
inline Scene empty_grid() { return grid(16, 16, BoundaryKind::cpml); }

inline Comparison comparison_of(const Scene& s) { return {cpu_engine_maker(1), s}; }
inline Comparison run_of(const Scene& s, int steps) {
  Comparison runs = comparison_of(s);
  for (int made = 0; made < steps; made += 500) runs.advance(std::min(500, steps - made));
  return runs;
}

// Returns a pulse that starts from zero. A jump at its beginning would contain frequencies above half the sampling
// rate, which no spectrum shows.
inline Waveform quiet_pulse(double f) { return Modulated{f, 0.6 / f, 4.2 / f, 0}; }

}  // namespace ez::test
