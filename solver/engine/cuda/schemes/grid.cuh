// Position of a thread in the grid, and the launch size of a scheme with blocks of bx × by threads, each with `rows`
// nodes.
#pragma once

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/engine.h"

namespace ez::cuda::schemes {

inline dim3 grid_of(BlockShape block, int nx, int ny, int rows = 1) {
  return {blocks_for(nx, block.x), blocks_for(ny, block.y * rows), 1};
}
inline dim3 block_of(BlockShape block) { return {static_cast<unsigned>(block.x), static_cast<unsigned>(block.y), 1}; }

__device__ __forceinline__ int column() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
__device__ __forceinline__ int row_of_threads() { return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); }

// Returns the block's dynamic shared memory as an array of T.
template <class T>
__device__ __forceinline__ T* shared_array() {
  extern __shared__ __align__(16) unsigned char shared_bytes[];
  return reinterpret_cast<T*>(shared_bytes);
}

}  // namespace ez::cuda::schemes
