// Sources at their node, with the rounding that makes engines agree bit for bit: the product in double, rounded once.
//   soft: Ez ← Ez − weight·drive      hard: Ez ← drive
#pragma once

#include "solver/base/host_device.h"

namespace ez {

template <class T>
EZ_INLINE T soft_source(T e, double weight, double drive) {
  return e - static_cast<T>(weight * drive);
}
template <class T>
EZ_INLINE T hard_source(double drive) {
  return static_cast<T>(drive);
}

}  // namespace ez
