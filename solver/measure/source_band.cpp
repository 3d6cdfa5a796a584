#include "solver/measure/source_band.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/physics/constants.h"

namespace ez {
namespace {

// Half widths at which exp(−½x²) has fallen to a level.
double gauss_at(double level) { return std::sqrt(-2 * std::log(level)); }

// The same for the Ricker pulse's tail |1 − 2a|e^(−a), a = x²: the larger root, by Newton's method on a = ln(2a−1) − ln
// level.
double ricker_at(double level) {
  double a = 10;
  for (int n = 0; n < 30; ++n) a = std::log(2 * a - 1) - std::log(level);
  return std::sqrt(a);
}

PulseTimes around(double delay, double begin, double rise, double end) {
  return {std::max(delay - begin, 0.0), std::max(delay - rise, 0.0), delay, delay + end};
}

struct Times {
  PulseTimes operator()(const Cw& w) const {
    return {0, 0, (w.ramp + 1) / w.frequency, std::numeric_limits<double>::infinity()};
  }
  PulseTimes operator()(const Gaussian& w) const { return gaussian(w.width, w.peak()); }
  PulseTimes operator()(const Modulated& w) const { return gaussian(w.width, w.peak()); }
  PulseTimes operator()(const Ricker& w) const {
    const double unit = 1 / (pi * w.frequency);
    return around(w.peak(), unit * ricker_at(1e-8), unit * ricker_at(1e-5), unit * ricker_at(1e-3));
  }
  static PulseTimes gaussian(double width, double delay) {
    return around(delay, width * gauss_at(1e-8), width * gauss_at(1e-5), width * gauss_at(1e-3));
  }
};

// The spectrum of exp(−½(t/w)²) is exp(−½(2πfw)²); of a Ricker pulse x²·exp(1 − x²) with x = f/f0.
struct Bands {
  Band operator()(const Cw& w) const { return {w.frequency, w.frequency, 4 * w.frequency}; }
  Band operator()(const Gaussian& w) const {
    const double high = gauss_at(1e-2) / (2 * pi * w.width);
    return {0.05 * high, high, gauss_at(1e-4) / (2 * pi * w.width)};
  }
  Band operator()(const Modulated& w) const {
    const double half = gauss_at(1e-2) / (2 * pi * w.width);
    return {std::max(w.frequency - half, 0.05 * w.frequency), w.frequency + half,
            w.frequency + gauss_at(1e-4) / (2 * pi * w.width)};
  }
  Band operator()(const Ricker& w) const { return {0.061 * w.frequency, 2.76 * w.frequency, 3.57 * w.frequency}; }
};

}  // namespace

PulseTimes pulse_times(const Waveform& waveform) { return std::visit(Times{}, waveform); }
Band band_of(const Waveform& waveform) { return std::visit(Bands{}, waveform); }

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
  // Evenly on either side of the centre, so that it is one of them.
  const double step = (high - low) / (count - 1);
  const int below = static_cast<int>((centre - low) / step), above = static_cast<int>((high - centre) / step);
  std::vector<double> out;
  for (int k = -below; k <= above; ++k) out.push_back(centre + k * step);
  return out;
}

}  // namespace ez
