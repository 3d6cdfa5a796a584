// A step of a box over a band of planes on the CPU, built for several instruction sets.
#pragma once

#include <cstddef>

#include "papers/box/roe_3d.h"
#include "solver/engine/cpu/rows/rows.h"

namespace ez::gas {

// Planes [k0, k1) of a step of a box (box.h). The pointers point at cell (0, 0, 0) of each array.
template <class T>
struct BoxBand {
  const T* in[5] = {};
  T* out[5] = {};
  std::ptrdiff_t pitch = 0, depth = 0;  // elements from a row, and from a plane, to the next
  int nx = 0, ny = 0, k0 = 0, k1 = 0;
  Rates3<T> rates{};
  Gas<T> gas{};
};

template <class T>
using PlanesStep = void (*)(const BoxBand<T>&);
// Returns the build for an instruction set.
template <class T>
PlanesStep<T> planes_step(Isa isa);

}  // namespace ez::gas
