// The two kernels of Takada et al. (2010) with shared memory; takada.cu explains them. A `Source` is any type with a
// function driven(ez, source, i, j), which the thread of the source's node calls.
#pragma once

#include "solver/engine/cuda/device/kernel_types.h"
#include "solver/engine/cuda/schemes/grid.cuh"
#include "solver/engine/cuda/views.h"
#include "solver/physics/yee.h"

namespace ez::cuda::schemes {
namespace {

// Sets a boundary node to 0, then applies the source.
template <class T, class Source>
__device__ __forceinline__ T set_edges(T ez, const Arrays<T>& f, const Source& source, int i, int j) {
  if (i == 0 || j == 0 || i == f.nx - 1 || j == f.ny - 1) ez = 0;
  return driven(ez, source, i, j);
}

// The subdomain of H: the block's Ez nodes, the row above and the column to the right.
template <class T>
__global__ void takada_h(Arrays<T> f, Pair<T> dx, Pair<T> dy) {
  T* ez = shared_array<T>();
  const int i = column(), j = row_of_threads(), width = static_cast<int>(blockDim.x) + 1;
  const int here = static_cast<int>(threadIdx.y) * width + static_cast<int>(threadIdx.x);
  const std::ptrdiff_t at = j * f.pitch + i;
  const bool inside = i < f.nx && j < f.ny, has_up = inside && j + 1 < f.ny, has_right = inside && i + 1 < f.nx;
  T e = 0, hx = 0, hy = 0;
  if (inside) {
    e = f.ez[at];
    hx = f.hx[at];
    hy = f.hy[at];
    ez[here] = e;
    if (has_up && threadIdx.y == blockDim.y - 1) ez[here + width] = f.ez[at + f.pitch];
    if (has_right && threadIdx.x == blockDim.x - 1) ez[here + 1] = f.ez[at + 1];
  }
  __syncthreads();
  if (has_up) f.hx[at] = update_hx(hx, dx.a, dx.b, e, ez[here + width]);
  if (has_right) f.hy[at] = update_hy(hy, dy.a, dy.b, e, ez[here + 1]);
}

// The subdomain of E: the block's H nodes, the row of hx below and the column of hy to the left.
template <class T, class Source>
__global__ void takada_e(Arrays<T> f, T cb, Source source) {
  const int bx = static_cast<int>(blockDim.x), by = static_cast<int>(blockDim.y);
  T* hx = shared_array<T>();   // (by + 1) × bx
  T* hy = hx + (by + 1) * bx;  // by × (bx + 1)
  const int i = column(), j = row_of_threads();
  const int x = (static_cast<int>(threadIdx.y) + 1) * bx + static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(threadIdx.y) * (bx + 1) + static_cast<int>(threadIdx.x) + 1;
  const std::ptrdiff_t at = j * f.pitch + i;
  const bool inside = i < f.nx && j < f.ny;
  T ez = 0;
  if (inside) {
    ez = f.ez[at];
    hx[x] = f.hx[at];
    hy[y] = f.hy[at];
    if (threadIdx.y == 0 && j > 0) hx[x - bx] = f.hx[at - f.pitch];
    if (threadIdx.x == 0 && i > 0) hy[y - 1] = f.hy[at - 1];
  }
  __syncthreads();
  if (!inside) return;
  f.ez[at] = set_edges(update_ez(ez, T(1), cb, hy[y], hy[y - 1], hx[x], hx[x - bx]), f, source, i, j);
}

// Returns the size of the larger subdomain.
template <class T>
std::size_t subdomain_bytes(BlockShape b) {
  const auto x = static_cast<std::size_t>(b.x), y = static_cast<std::size_t>(b.y);
  return sizeof(T) * ((y + 1) * x + y * (x + 1));
}

}  // namespace
}  // namespace ez::cuda::schemes
