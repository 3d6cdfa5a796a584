// A vector of values and the operations of the kernels. Compilers do not find the shift by one lane across two vectors,
// or the fused multiply-add with a sign, on their own. These are written out for AVX-512 and AVX2. All other machines
// use vectors of 16 bytes, which the compiler turns into SSE2, NEON or WebAssembly's SIMD128. choose() takes `yes` in
// lanes whose mask is −1 and `no` where it is 0.
#pragma once

#include "solver/base/host_device.h"

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace ez {
namespace {

template <class T>
struct Lanes;

// NOLINTBEGIN(bugprone-macro-parentheses): T is a type
#define EZ_LANES(T, V_, N_, PREFIX, S)                                                                    \
  using V = V_;                                                                                           \
  static constexpr int n = N_;                                                                            \
  static EZ_INLINE V load(const T* p) { return PREFIX##loadu_##S(p); }                                    \
  static EZ_INLINE void store(T* p, V v) { PREFIX##storeu_##S(p, v); }                                    \
  static EZ_INLINE V all(T x) { return PREFIX##set1_##S(x); }                                             \
  static EZ_INLINE V add(V a, V b) { return PREFIX##add_##S(a, b); }                                      \
  static EZ_INLINE V sub(V a, V b) { return PREFIX##sub_##S(a, b); }                                      \
  static EZ_INLINE V mul(V a, V b) { return PREFIX##mul_##S(a, b); }                                      \
  static EZ_INLINE V fused(V a, V b, V c) { return PREFIX##fmadd_##S(a, b, c); }        /* a·b + c */    \
  static EZ_INLINE V fused_minus(V a, V b, V c) { return PREFIX##fnmadd_##S(a, b, c); } /* −a·b + c */ \
  /* a 1 that the compiler cannot fold: b ± one·a stay multiply-adds and leave the adders free */       \
  static EZ_INLINE V one() {                                                                              \
    V v = all(1);                                                                                         \
    asm("" : "+v"(v));                                                                                    \
    return v;                                                                                             \
  }                                                                                                       \
  static EZ_INLINE V plus(V b, V a, V one) { return fused(one, a, b); }                                   \
  static EZ_INLINE V minus(V b, V a, V one) { return fused_minus(one, a, b); }                            \
  /* before: lane l is lane l−1 of v, lane 0 is the last lane of `left`; after: shifts the other way */
// NOLINTEND(bugprone-macro-parentheses)

#if defined(__AVX512F__)
template <>
struct Lanes<float> {
  EZ_LANES(float, __m512, 16, _mm512_, ps)
  static EZ_INLINE V choose(V mask, V yes, V no) {
    return _mm512_mask_blend_ps(_mm512_movepi32_mask(_mm512_castps_si512(mask)), no, yes);
  }
  static EZ_INLINE V before(V left, V v) {
    return _mm512_castsi512_ps(
        _mm512_maskz_alignr_epi32(0xffff, _mm512_castps_si512(v), _mm512_castps_si512(left), 15));
  }
  static EZ_INLINE V after(V v, V right) {
    return _mm512_castsi512_ps(
        _mm512_maskz_alignr_epi32(0xffff, _mm512_castps_si512(right), _mm512_castps_si512(v), 1));
  }
};
template <>
struct Lanes<double> {
  EZ_LANES(double, __m512d, 8, _mm512_, pd)
  static EZ_INLINE V choose(V mask, V yes, V no) {
    return _mm512_mask_blend_pd(_mm512_movepi64_mask(_mm512_castpd_si512(mask)), no, yes);
  }
  static EZ_INLINE V before(V left, V v) {
    return _mm512_castsi512_pd(_mm512_maskz_alignr_epi64(0xff, _mm512_castpd_si512(v), _mm512_castpd_si512(left), 7));
  }
  static EZ_INLINE V after(V v, V right) {
    return _mm512_castsi512_pd(_mm512_maskz_alignr_epi64(0xff, _mm512_castpd_si512(right), _mm512_castpd_si512(v), 1));
  }
};
#elif defined(__AVX2__)
template <>
struct Lanes<float> {
  EZ_LANES(float, __m256, 8, _mm256_, ps)
  static EZ_INLINE V choose(V mask, V yes, V no) { return _mm256_blendv_ps(no, yes, mask); }
  static EZ_INLINE V join(V low, V high) {
    return _mm256_permute2f128_ps(low, high, 0x21);
  }  // upper half of low, lower half of high
  static EZ_INLINE V before(V left, V v) {
    return _mm256_castsi256_ps(_mm256_alignr_epi8(_mm256_castps_si256(v), _mm256_castps_si256(join(left, v)), 12));
  }
  static EZ_INLINE V after(V v, V right) {
    return _mm256_castsi256_ps(_mm256_alignr_epi8(_mm256_castps_si256(join(v, right)), _mm256_castps_si256(v), 4));
  }
};
template <>
struct Lanes<double> {
  EZ_LANES(double, __m256d, 4, _mm256_, pd)
  static EZ_INLINE V choose(V mask, V yes, V no) { return _mm256_blendv_pd(no, yes, mask); }
  static EZ_INLINE V join(V low, V high) { return _mm256_permute2f128_pd(low, high, 0x21); }
  static EZ_INLINE V before(V left, V v) {
    return _mm256_castsi256_pd(_mm256_alignr_epi8(_mm256_castpd_si256(v), _mm256_castpd_si256(join(left, v)), 8));
  }
  static EZ_INLINE V after(V v, V right) {
    return _mm256_castsi256_pd(_mm256_alignr_epi8(_mm256_castpd_si256(join(v, right)), _mm256_castpd_si256(v), 8));
  }
};
#else
// NOLINTBEGIN(bugprone-macro-parentheses): T is a type
#define EZ_LANES_16(T, FUSED, FUSED_MINUS)                                              \
  typedef T V __attribute__((vector_size(16)));                                         \
  typedef T Anywhere __attribute__((vector_size(16), aligned(alignof(T)), may_alias));  \
  static constexpr int n = 16 / sizeof(T);                                              \
  static EZ_INLINE V load(const T* p) { return *reinterpret_cast<const Anywhere*>(p); } \
  static EZ_INLINE void store(T* p, V v) { *reinterpret_cast<Anywhere*>(p) = v; }       \
  static EZ_INLINE V all(T x) { return x - V{}; }                                       \
  static EZ_INLINE V add(V a, V b) { return a + b; }                                    \
  static EZ_INLINE V sub(V a, V b) { return a - b; }                                    \
  static EZ_INLINE V mul(V a, V b) { return a * b; }                                    \
  static EZ_INLINE V one() { return V{}; }                                              \
  static EZ_INLINE V plus(V b, V a, V) { return b + a; }                                \
  static EZ_INLINE V minus(V b, V a, V) { return b - a; }                               \
  static EZ_INLINE V fused(V a, V b, V c) { return FUSED; }                             \
  static EZ_INLINE V fused_minus(V a, V b, V c) { return FUSED_MINUS; }                 \
  static EZ_INLINE V choose(V mask, V yes, V no) { return mask < V{} ? yes : no; }
// NOLINTEND(bugprone-macro-parentheses)
template <>
struct Lanes<float> {
#if defined(__ARM_NEON)
  EZ_LANES_16(float, vfmaq_f32(c, a, b), vfmsq_f32(c, a, b))
#else
  EZ_LANES_16(float, a* b + c, c - a * b)
#endif
  static EZ_INLINE V before(V left, V v) { return __builtin_shufflevector(left, v, 3, 4, 5, 6); }
  static EZ_INLINE V after(V v, V right) { return __builtin_shufflevector(v, right, 1, 2, 3, 4); }
};
template <>
struct Lanes<double> {
#if defined(__ARM_NEON)
  EZ_LANES_16(double, vfmaq_f64(c, a, b), vfmsq_f64(c, a, b))
#else
  EZ_LANES_16(double, a* b + c, c - a * b)
#endif
  static EZ_INLINE V before(V left, V v) { return __builtin_shufflevector(left, v, 1, 2); }
  static EZ_INLINE V after(V v, V right) { return __builtin_shufflevector(v, right, 1, 2); }
};
#undef EZ_LANES_16
#endif
#undef EZ_LANES

}  // namespace
}  // namespace ez
