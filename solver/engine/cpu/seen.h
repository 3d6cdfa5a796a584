// What is seen of several numbers at one place, on the CPU: by the rule of physics/view.h the one of largest magnitude,
// of two that are alike the positive one, and before all what is not a number. As whole numbers in that order, so that
// a maximum finds it. 0: there is none.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "solver/base/host_device.h"

namespace ez {

template <class T>
using SeenOrder = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// The bits with the sign behind them. (Not std::bit_cast: no function of other headers is compiled for one instruction
// set and called in another.)
template <class T>
EZ_INLINE SeenOrder<T> seen_order(T v) {
  const auto bits = __builtin_bit_cast(SeenOrder<T>, v);
  return (bits << 1 | bits >> (8 * sizeof(T) - 1)) ^ 1;
}
// 0 where there was none.
template <class T>
EZ_INLINE T seen_value(SeenOrder<T> order) {
  if (order > seen_order(std::numeric_limits<T>::infinity())) return std::numeric_limits<T>::quiet_NaN();
  const SeenOrder<T> bits = order ^ 1;
  return __builtin_bit_cast(T, bits >> 1 | bits << (8 * sizeof(T) - 1)) + T(0);
}

}  // namespace ez
