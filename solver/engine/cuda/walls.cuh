// Returns H on the four sides of an Ez node. Beyond a boundary this is nothing (0), the mirror image of the H node
// inside a PMC boundary, or H at the other end of a periodic pair.
#pragma once

#include "solver/engine/cuda/views.h"

namespace ez::cuda {

template <class T>
__device__ __forceinline__ T hy_left(const Arrays<T>& f, const Walls& walls, int i, std::ptrdiff_t at) {
  if (i > 0) return f.hy[at - 1];
  if (walls.left == Beyond::mirror) return -f.hy[at];
  return walls.left == Beyond::wrap ? f.hy[at + f.nx - 1] : T(0);
}
// The last column stores hy of a periodic boundary, or else 0.
template <class T>
__device__ __forceinline__ T hy_right(const Arrays<T>& f, const Walls& walls, int i, std::ptrdiff_t at) {
  return i == f.nx - 1 && walls.right == Beyond::mirror ? -f.hy[at - 1] : f.hy[at];
}
template <class T>
__device__ __forceinline__ T hx_below(const Arrays<T>& f, const Walls& walls, int j, std::ptrdiff_t at) {
  if (j > 0) return f.hx[at - f.pitch];
  if (walls.bottom == Beyond::mirror) return -f.hx[at];
  return walls.bottom == Beyond::wrap ? f.hx[at + (f.ny - 1) * f.pitch] : T(0);
}
template <class T>
__device__ __forceinline__ T hx_above(const Arrays<T>& f, const Walls& walls, int j, std::ptrdiff_t at) {
  return j == f.ny - 1 && walls.top == Beyond::mirror ? -f.hx[at - f.pitch] : f.hx[at];
}

// Returns the four values that a picture uses.
template <class T>
__device__ __forceinline__ Around<T> shown_around(const Arrays<T>& f, const Walls& w, int i, int j, std::ptrdiff_t at) {
  const Around<T> h{hx_above(f, w, j, at), hx_below(f, w, j, at), hy_right(f, w, i, at), hy_left(f, w, i, at)};
  return with_even_image(h, {i == 0 && w.left == Beyond::nothing, i == f.nx - 1 && w.right == Beyond::nothing,
                             j == 0 && w.bottom == Beyond::nothing, j == f.ny - 1 && w.top == Beyond::nothing});
}

}  // namespace ez::cuda
