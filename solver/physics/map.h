// A map's sums at a node, and what a picture shows of them; written once for all engines.
//   X = Δt_s·Σ value·e^(+iωt)      (amplitudes follow e^(−iωt))
// Of a steady wave, A·e^(−iωt) + A*·e^(iωt), N samples sum up to N·A + A*·Σ e^(2iωt). The second part stays as it is
// while the first grows, but is as much as half a sample or more; MapScale takes it out.
// The mean of the square instead: over one stretch of time after another, each from where the last one ended.
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

// `weight` is what of the stretch under way the sample stands for; where it is the stretch's last, `beyond` ≥ 0 is what
// it stands for of the next, else it is below 0.
template <class T>
EZ_INLINE void add_square(T& latest, T& growing, T value, T weight, T beyond) {
  growing += weight * value * value;
  if (beyond < 0) return;
  latest = growing;
  growing = beyond * value * value;
}

// What makes X of sums S: interval·(S − leak·S*), where leak is Σ e^(2iωt)/N of a steady wave and else 0.
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

// Both parts, of sums as an engine keeps them.
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
