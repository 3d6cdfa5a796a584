// Division and roots without branches. The compiler's own versions check their operands and call another routine if one
// is very large or small. That is one branch for each, and no other instructions can be interleaved across it. For
// usual numbers (2⁻⁶⁰ ≤ a < 2⁶⁰) the versions here give the same bits by the same operations. For other numbers they
// set `odd`, and the caller repeats the computation as Gas does.
#pragma once

#include "solver/gas/physics/euler.h"

namespace ez::gas::cuda {

struct QuickGas : Gas<float> {
  mutable bool odd = false;  // an operand was unusual, or a face was emptied

  __device__ __forceinline__ explicit QuickGas(const Gas<float>& g) : Gas<float>(g) {}

  __device__ __forceinline__ void look_at(float a) const {
    constexpr unsigned low = (127U - 60) << 23, span = 120U << 23;
    if (__float_as_uint(a) - low >= span) odd = true;
  }
  __device__ __forceinline__ void note(bool emptied) const { odd |= emptied; }
  __device__ __forceinline__ float inverse(float a) const {
    look_at(a);
    return refined(a);
  }
  __device__ __forceinline__ float quotient(float a, float b) const {
    look_at(a);
    look_at(b);
    const float inverse = refined(b), q = a * inverse;
    return __fmaf_rn(inverse, __fmaf_rn(-b, q, a), q);
  }
  __device__ __forceinline__ float root(float a) const {
    look_at(a);
    float y;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(a));
    const float root = a * y;
    return __fmaf_rn(__fmaf_rn(-root, root, a), 0.5f * y, root);
  }

 private:
  static __device__ __forceinline__ float refined(float a) {
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(a));
    return __fmaf_rn(y, __fmaf_rn(-a, y, 1.0f), y);
  }
};

}  // namespace ez::gas::cuda
