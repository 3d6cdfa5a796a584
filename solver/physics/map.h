// A map's sums at a node, and what a picture shows of them; written once for all engines.
//   X = Δt_s·Σ value·e^(+iωt)      (amplitudes follow e^(−iωt))
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

template <class T>
EZ_INLINE T map_value(Quantity q, T re, T im, T interval) {
  if (q == Quantity::map_re) return interval * re;
#if defined(__CUDA_ARCH__)
  return q == Quantity::map_phase ? T(180 / pi) * atan2(im, re) : interval * hypot(re, im);
#else
  return q == Quantity::map_phase ? T(180 / pi) * std::atan2(im, re) : interval * std::hypot(re, im);
#endif
}

}  // namespace ez
