// A decaying signal as a sum of damped oscillations: their frequencies and Q, by the matrix pencil (Hua and Sarkar,
// IEEE Trans. Acoust. Speech Signal Process. 38, 814, 1990), far finer than a spectrum of the same length.
//
// The band is shifted to 0, filtered and thinned out first. A filter without memory (only whole overlaps count) leaves
// an exponential an exponential of the same rate, so this costs no accuracy, and what is left are a few hundred
// numbers.
#pragma once

#include <span>
#include <vector>

namespace ez {

struct Resonance {
  double frequency = 0;  // Hz
  double q = 0;          // π·frequency / decay rate of the amplitude; infinite where nothing decays
  double amplitude = 0;  // at the signal's first sample
  bool operator==(const Resonance&) const = default;
};

// Those in [low, high] (Hz), by frequency, that are not 40 dB below the strongest; `dt` in s between samples.
std::vector<Resonance> harmonic_inversion(std::span<const double> signal, double dt, double low, double high);

}  // namespace ez
