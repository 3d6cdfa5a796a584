// How the lanes, warps and blocks of the scheme `resident` exchange values and wait for each other.
#pragma once

#include "solver/engine/cuda/resident/plan.h"
#include "solver/engine/cuda/streamed/stream.cuh"

namespace ez::cuda::resident {

using streamed::all_lanes;

// Reads sixteen bytes of memory, bypassing the L1 cache, if `there` is set.
__device__ __forceinline__ void read(float (&to)[4], const float* from, bool there) {
  asm volatile("{.reg .pred q; setp.ne.u32 q, %5, 0; @q ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];}"
               : "+f"(to[0]), "+f"(to[1]), "+f"(to[2]), "+f"(to[3])
               : "l"(from), "r"(unsigned{there})
               : "memory");
}
__device__ __forceinline__ void read(double (&to)[2], const double* from, bool there) {
  asm volatile("{.reg .pred q; setp.ne.u32 q, %3, 0; @q ld.global.cg.v2.f64 {%0, %1}, [%2];}"
               : "+d"(to[0]), "+d"(to[1])
               : "l"(from), "r"(unsigned{there})
               : "memory");
}
__device__ __forceinline__ void write(float* to, const float (&from)[4], bool there) {
  asm volatile("{.reg .pred q; setp.ne.u32 q, %5, 0; @q st.global.cg.v4.f32 [%4], {%0, %1, %2, %3};}" ::"f"(from[0]),
               "f"(from[1]), "f"(from[2]), "f"(from[3]), "l"(to), "r"(unsigned{there})
               : "memory");
}
__device__ __forceinline__ void write(double* to, const double (&from)[2], bool there) {
  asm volatile("{.reg .pred q; setp.ne.u32 q, %3, 0; @q st.global.cg.v2.f64 [%2], {%0, %1};}" ::"d"(from[0]),
               "d"(from[1]), "l"(to), "r"(unsigned{there})
               : "memory");
}
__device__ __forceinline__ void raise(unsigned* flag, unsigned value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}
__device__ __forceinline__ unsigned look_at(const unsigned* flag) {
  unsigned value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value;
}

// Returns the value of a neighbouring lane, as __shfl_*_sync does. Those intrinsics take integers. Converting a value
// between float and integer adds moves where a row is read from memory, and then each row would wait for the one
// before.
__device__ __forceinline__ float of_next_lane(float value) {
  float next;
  asm volatile("shfl.sync.down.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=f"(next) : "f"(value));
  return next;
}
__device__ __forceinline__ float of_lane_before(float value) {
  float before;
  asm volatile("shfl.sync.up.b32 %0, %1, 1, 0x0, 0xffffffff;" : "=f"(before) : "f"(value));
  return before;
}
__device__ __forceinline__ double of_next_lane(double value) { return __shfl_down_sync(all_lanes, value, 1); }
__device__ __forceinline__ double of_lane_before(double value) { return __shfl_up_sync(all_lanes, value, 1); }

// Meeting point of the warps of a block. Each warp arrives after it has published its rows, and waits for the others
// when it needs theirs. On cards without a split barrier, they synchronise at the wait.
class Meeting {
 public:
  __device__ __forceinline__ explicit Meeting(unsigned long long* place) : place_(streamed::shared_address(place)) {}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  __device__ __forceinline__ void init() {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(place_), "n"(32 * warps) : "memory");
  }
  __device__ __forceinline__ void arrive() {
    asm volatile("{.reg .b64 state; mbarrier.arrive.shared.b64 state, [%0];}" ::"r"(place_) : "memory");
  }
  __device__ __forceinline__ void wait() {
    while (!are_there()) {
    }
    phase_ ^= 1;
  }
#else
  __device__ __forceinline__ void init() {}
  __device__ __forceinline__ void arrive() {}
  __device__ __forceinline__ void wait() { __syncthreads(); }
#endif

 private:
  __device__ __forceinline__ bool are_there() const {
    unsigned there;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                 : "=r"(there)
                 : "r"(place_), "r"(phase_)
                 : "memory");
#elif __CUDA_ARCH__ >= 800
    asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                 : "=r"(there)
                 : "r"(place_), "r"(phase_)
                 : "memory");
#else
    there = phase_;
#endif
    return there != 0;
  }
  unsigned place_, phase_ = 0;
};

}  // namespace ez::cuda::resident
