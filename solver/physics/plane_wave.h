// A plane wave's field at a place, from tables over the retarded time (solver/run/plane_wave.h makes them). All engines
// share this code, so that they drive a total-field box with the same bits.
#pragma once

#include "solver/base/host_device.h"

namespace ez {

inline constexpr int wave_taps = 6;    // samples used to interpolate in time
inline constexpr int wave_tables = 4;  // tables used to interpolate in space

struct WaveView {
  const double* values[3] = {};  // by FieldArray: samples × tables
  long long samples = 0;         // two per time step
  int tables = 0;
  long long steady = 0;  // from this sample on the field is a sine
};
// Values that one place reads: the array, and the samples and tables with their weights.
struct WaveColumn {
  int array = 0;         // FieldArray
  int table = 0;         // the first one
  long long sample = 0;  // the first one at step 0
  double across[wave_tables] = {}, along[wave_taps] = {};
  double cosine = 0, sine = 0;  // once steady: cosine·cos(ωt) − sine·sin(ωt)
};

// Returns the field at step `step`. `cosine` and `sine` are those of its ωt.
EZ_INLINE double wave_value(const WaveView& w, const WaveColumn& c, long long step, double cosine, double sine) {
  const long long n = c.sample + 2 * step;
  if (n >= w.steady) return c.cosine * cosine - c.sine * sine;
  if (n < 0 || n + wave_taps > w.samples) return 0;
  const double* row = w.values[c.array] + n * w.tables + c.table;
  double sum[wave_tables] = {};
  for (int p = 0; p < wave_taps; ++p, row += w.tables)
    for (int q = 0; q < wave_tables; ++q) sum[q] += c.along[p] * row[q];
  return (c.across[0] * sum[0] + c.across[1] * sum[1]) + (c.across[2] * sum[2] + c.across[3] * sum[3]);
}

}  // namespace ez
