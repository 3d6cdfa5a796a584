#include "solver/measure/source_band.h"

#include <algorithm>

namespace ez {

double centre_frequency(const Scene& scene) {
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    const Band band = band_of(s.waveform);
    return frequency(s.waveform).value_or(0.5 * (band.low + band.high));
  }
  return 0;
}

double top_frequency(const Scene& scene) {
  double top = 0;
  for (const Source& s : scene.sources)
    if (s.on) top = std::max(top, band_of(s.waveform).top);
  return top;
}

std::vector<double> band_frequencies(const Scene& scene, int count) {
  const double centre = centre_frequency(scene);
  if (centre <= 0) return {};
  double low = centre, high = centre;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    const Band band = band_of(s.waveform);
    low = std::min(low, band.low);
    high = std::max(high, band.high);
  }
  if (high <= low * (1 + 1e-9)) return {centre};
  // Equal steps on both sides of the centre, so that it is one of the frequencies.
  const double step = (high - low) / (count - 1);
  const int below = static_cast<int>((centre - low) / step), above = static_cast<int>((high - centre) / step);
  std::vector<double> out;
  for (int k = -below; k <= above; ++k) out.push_back(centre + k * step);
  return out;
}

}  // namespace ez
