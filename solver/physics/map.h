// A map's sums at a node, and what a picture shows of them; written once for all engines.
//   X = Δt_s·Σ value·e^(+iωt)      (amplitudes follow e^(−iωt))
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

template <class T>
EZ_INLINE T map_value(Quantity q, T re, T im, T interval) {
  if (q == Quantity::intensity) return re;
  if (q == Quantity::map_re) return interval * re;
#if defined(__CUDA_ARCH__)
  return q == Quantity::map_phase ? T(180 / pi) * atan2(im, re) : interval * hypot(re, im);
#else
  return q == Quantity::map_phase ? T(180 / pi) * std::atan2(im, re) : interval * std::hypot(re, im);
#endif
}

}  // namespace ez
