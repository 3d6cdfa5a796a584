// The step over planes for AVX2 with FMA (flags in cmake/instruction_sets.cmake).
#if defined(__x86_64__)
#include "papers/box/cpu/kernel.h"

namespace ez::gas::box_avx2 {
void step(const BoxBand<float>& b);
void step(const BoxBand<double>& b);
void step(const BoxBand<float>& b) { box_band(b); }
void step(const BoxBand<double>& b) { box_band(b); }
}  // namespace ez::gas::box_avx2
#endif
