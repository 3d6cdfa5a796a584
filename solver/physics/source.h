// Sources at their node. The product is computed in double and rounded once, so that all engines agree bit for bit.
//   soft: Ez ← Ez − weight·signal      hard: Ez ← signal
#pragma once

#include "solver/base/host_device.h"

namespace ez {

template <class T>
EZ_INLINE T soft_amount(double weight, double signal) {
  return static_cast<T>(weight * signal);
}
template <class T>
EZ_INLINE T soft_source(T e, double weight, double signal) {
  return e - soft_amount<T>(weight, signal);
}
template <class T>
EZ_INLINE T hard_source(double signal) {
  return static_cast<T>(signal);
}

}  // namespace ez
