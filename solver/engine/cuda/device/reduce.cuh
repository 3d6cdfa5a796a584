// Returns the largest value of a warp, for kernels whose blocks are whole warps and whose threads all take part.
#pragma once

namespace ez::cuda {

template <class V>
__device__ __forceinline__ V warp_max(V value) {
#pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2) {
    const V other = __shfl_xor_sync(0xffffffffu, value, lanes);
    value = other > value ? other : value;
  }
  return value;
}
// True for one thread of each warp, in blocks of 32 × n threads.
__device__ __forceinline__ bool warp_leader() { return threadIdx.x % 32 == 0; }

}  // namespace ez::cuda
