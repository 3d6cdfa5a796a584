// The step over planes for the instructions that every machine of its kind has: SSE2 on x86-64, NEON on ARM.
#include "papers/box/cpu/kernel.h"

namespace ez::gas::box_baseline {
void step(const BoxBand<float>& b);
void step(const BoxBand<double>& b);
void step(const BoxBand<float>& b) { box_band(b); }
void step(const BoxBand<double>& b) { box_band(b); }
}  // namespace ez::gas::box_baseline
