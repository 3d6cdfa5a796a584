// The data of a box's kernels on a CUDA device.
#pragma once

#include <cuda_runtime_api.h>

#include "papers/box/layout.h"

namespace ez::gas::cuda {

template <class T>
struct BoxRoom {
  BoxLayout layout;
  Side x = Side::wall, y = Side::wall, z = Side::wall;
  Rates3<T> rates{};
  Gas<T> gas{};
  T* cells = nullptr;  // two copies of five arrays
  EZ_INLINE T* array(int copy, int a) const { return cells + (copy * 5 + a) * (layout.nz + 2) * layout.depth; }
};

// Makes a step from copy `now` to the other.
template <class T>
void launch_box(const BoxRoom<T>&, const BoxChoice&, int now, cudaStream_t);
template <class T>
KernelResources box_resources_of(const BoxRoom<T>&, const BoxChoice&);
// Copies border cells to their images beyond the border, after the copy was written externally.
template <class T>
void launch_box_border(const BoxRoom<T>&, int copy, cudaStream_t);

}  // namespace ez::gas::cuda
