// Selects the value that a pixel shows, on the CPU, by the rule of physics/view.h: NaN first, then the value of largest
// magnitude, and of +a and −a the positive one. Values are mapped to integers in this order, so that a maximum finds
// the result. The integer 0 means no value.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "solver/base/host_device.h"

namespace ez {

template <class T>
using MagnitudeOrder = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// Moves the sign bit behind the other bits. (Does not use std::bit_cast, because no function of another header may be
// compiled for one instruction set and called in code for another.)
template <class T>
EZ_INLINE MagnitudeOrder<T> seen_order(T v) {
  const auto bits = __builtin_bit_cast(MagnitudeOrder<T>, v);
  return (bits << 1 | bits >> (8 * sizeof(T) - 1)) ^ 1;
}
// Returns 0 if there was no value.
template <class T>
EZ_INLINE T seen_value(MagnitudeOrder<T> order) {
  if (order > seen_order(std::numeric_limits<T>::infinity())) return std::numeric_limits<T>::quiet_NaN();
  const MagnitudeOrder<T> bits = order ^ 1;
  return __builtin_bit_cast(T, bits >> 1 | bits << (8 * sizeof(T) - 1)) + T(0);
}

}  // namespace ez
