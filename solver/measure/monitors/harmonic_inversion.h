// Decomposes a decaying signal into damped oscillations and returns their frequencies and Q, by the matrix pencil (Hua
// and Sarkar, IEEE Trans. Acoust. Speech Signal Process. 38, 814, 1990). The result is far more accurate than a
// spectrum of the same length.
//
// The signal is first shifted so that the band is at 0, filtered and decimated. The filter has no memory (only complete
// overlaps count), so an exponential stays an exponential of the same rate. This costs no accuracy and leaves only a
// few hundred numbers.
#pragma once

#include <span>
#include <vector>

namespace ez {

struct Resonance {
  double frequency = 0;  // Hz
  double q = 0;          // π·frequency / decay rate of the amplitude; infinite if it does not decay
  double amplitude = 0;  // at the signal's first sample
  bool operator==(const Resonance&) const = default;
};

// Returns the oscillations in [low, high] (Hz), ordered by frequency, that are less than 40 dB below the strongest.
// `dt` in s between samples.
std::vector<Resonance> harmonic_inversion(std::span<const double> signal, double dt, double low, double high);

}  // namespace ez
