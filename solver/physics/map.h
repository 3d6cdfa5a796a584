// A map's sums at a node, and the values that a picture shows of them. All engines share this code.
//   X = Δt_s·Σ value·e^(+iωt)      (amplitudes follow e^(−iωt))
// For a steady wave A·e^(−iωt) + A*·e^(iωt), N samples sum to N·A + A*·Σ e^(2iωt). The second part stays constant while
// the first one grows, but it is as large as half a sample or more. MapScale removes it.
//
// A map of the mean square sums over consecutive periods of time instead, each of which
// starts where the last one ended.
#pragma once

#include <cmath>

#include "solver/base/constants.h"
#include "solver/base/host_device.h"
#include "solver/scene/quantity.h"

namespace ez {

template <class T>
EZ_INLINE void add_turned(T& re, T& im, T value, T cosine, T sine) {
  re += cosine * value;
  im += sine * value;
}

// Adds a sample to a mean square. `weight` is the part of the current period that the sample represents. If the sample
// is the last of its period, `beyond` ≥ 0 is the part of the next period that it represents; otherwise it is negative.
template <class T>
EZ_INLINE void add_square(T& latest, T& growing, T value, T weight, T beyond) {
  growing += weight * value * value;
  if (beyond < 0) return;
  latest = growing;
  growing = beyond * value * value;
}

// Turns sums S into X = interval·(S − leak·S*). `leak` is Σ e^(2iωt)/N for a steady wave, and 0 otherwise.
template <class T>
struct MapScale {
  T interval = 1;  // s between samples
  T leak_re = 0, leak_im = 0;
};
template <class T>
EZ_INLINE T real_part(const MapScale<T>& s, T re, T im) {
  return s.interval * (re - (s.leak_re * re + s.leak_im * im));
}
template <class T>
EZ_INLINE T imaginary_part(const MapScale<T>& s, T re, T im) {
  return s.interval * (im - (s.leak_im * re - s.leak_re * im));
}

// Returns both parts of X from the sums that an engine stores.
inline void read_sums(const MapScale<double>& scale, double re, double im, double& x_re, double& x_im) {
  x_re = real_part(scale, re, im);
  x_im = imaginary_part(scale, re, im);
}

template <class T>
EZ_INLINE T map_value(Quantity q, T re, T im, const MapScale<T>& scale) {
  if (q == Quantity::intensity) return re;
  const T a = real_part(scale, re, im), b = imaginary_part(scale, re, im);
  if (q == Quantity::map_re) return a;
#if defined(__CUDA_ARCH__)
  return q == Quantity::map_phase ? T(180 / pi) * atan2(b, a) : hypot(a, b);
#else
  return q == Quantity::map_phase ? T(180 / pi) * std::atan2(b, a) : std::hypot(a, b);
#endif
}

}  // namespace ez
