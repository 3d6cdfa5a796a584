// The kernels for AVX2 with FMA (flags in cmake/instruction_sets.cmake).
#if defined(__x86_64__)
#include "solver/gas/cpu/kernels.h"

namespace ez::gas::bands_avx2 {
extern const BandKernels<float> single_precision;
extern const BandKernels<double> double_precision;
constinit const BandKernels<float> single_precision = kernels<float>;
constinit const BandKernels<double> double_precision = kernels<double>;
}  // namespace ez::gas::bands_avx2
#endif
