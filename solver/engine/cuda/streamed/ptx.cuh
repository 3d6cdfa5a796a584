// Machine instructions of the streaming kernel: asynchronous copies, and reads of shared memory by 32-bit addresses.
// Tests replace them by functions of the same names that run on the CPU (tests/engine/on_cpu).
#pragma once

#include "solver/engine/cuda/device/kernel_types.h"

#define EZ_CALLED __device__ __noinline__  // a separate function, not inlined

namespace ez::cuda::streamed {

__device__ __forceinline__ unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
// Copies bytes from memory to the ring; fills with zeros if `there` is false. Devices below compute capability 8.0 have
// no asynchronous copy.
template <int Bytes>
__device__ __forceinline__ void copy_async(unsigned to, const void* from, bool there) {
#if __CUDA_ARCH__ >= 800
  if constexpr (Bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(there ? 16 : 0) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(Bytes),
                 "r"(there ? Bytes : 0)
                 : "memory");
#else
#pragma unroll
  for (int k = 0; k < Bytes; k += 4) {
    const unsigned word = there ? *reinterpret_cast<const unsigned*>(static_cast<const char*>(from) + k) : 0;
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(to + k), "r"(word) : "memory");
  }
#endif
}
// Copies 16 bytes, or zeros if `there` is false, in lanes that are `asked`. In other lanes the ring stays unchanged.
__device__ __forceinline__ void copy_async_where(bool asked, unsigned to, const void* from, bool there) {
#if __CUDA_ARCH__ >= 800
  asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0; @p cp.async.cg.shared.global [%0], [%1], 16, %2; }" ::"r"(to),
               "l"(from), "r"(there ? 16 : 0), "r"(static_cast<unsigned>(asked))
               : "memory");
#else
  if (asked) copy_async<16>(to, from, there);
#endif
}
__device__ __forceinline__ void end_of_copies() {  // of one row
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
// Waits until at most this many rows are still being copied.
template <int Rows>
__device__ __forceinline__ void wait_for_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(Rows) : "memory");
#endif
}

// Read two adjacent values, and one.
template <class T>
__device__ __forceinline__ Pair<T> shared_pair(unsigned address) {
  Pair<T> c;
  if constexpr (sizeof(T) == 4)
    asm("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(c.a), "=f"(c.b) : "r"(address));
  else
    asm("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(c.a), "=d"(c.b) : "r"(address));
  return c;
}
template <class T>
__device__ __forceinline__ T shared_value(unsigned address) {
  T c;
  if constexpr (sizeof(T) == 4)
    asm("ld.shared.f32 %0, [%1];" : "=f"(c) : "r"(address));
  else
    asm("ld.shared.f64 %0, [%1];" : "=d"(c) : "r"(address));
  return c;
}

}  // namespace ez::cuda::streamed
