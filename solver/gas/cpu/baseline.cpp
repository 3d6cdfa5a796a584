// The kernels for the instructions that every machine of its kind has: SSE2 on x86-64, NEON on ARM.
#include "solver/gas/cpu/kernels.h"

namespace ez::gas::bands_baseline {
extern const BandKernels<float> single_precision;
extern const BandKernels<double> double_precision;
constinit const BandKernels<float> single_precision = kernels<float>;
constinit const BandKernels<double> double_precision = kernels<double>;
}  // namespace ez::gas::bands_baseline
