// Reads the electric palette on the device for the energy ledger.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/engine/cuda/views.h"

namespace ez::cuda {

template <class T>
__device__ __forceinline__ Pair<T> electric_at(const EStep<T>& e, std::ptrdiff_t at) {
  return e
      .palette[e.wide ? static_cast<const std::uint16_t*>(e.entry)[at] : static_cast<const std::uint8_t*>(e.entry)[at]];
}
// Returns Ez if the node is a conductor, or else 0.
template <class T>
__device__ __forceinline__ double held(const EStep<T>& e, std::ptrdiff_t at) {
  const Pair<T> c = electric_at(e, at);
  return c.a == 0 && c.b == 0 ? static_cast<double>(e.f.ez[at]) : 0.0;
}

}  // namespace ez::cuda
