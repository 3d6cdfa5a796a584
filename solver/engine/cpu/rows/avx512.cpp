// The kernels for AVX-512 (flags in cmake/instruction_sets.cmake).
#if defined(__x86_64__)
#include "solver/engine/cpu/rows/kernels.h"

namespace ez::rows_avx512 {
extern const RowKernels<float> single_precision;
extern const RowKernels<double> double_precision;
constinit const RowKernels<float> single_precision = kernels<float>;
constinit const RowKernels<double> double_precision = kernels<double>;
}  // namespace ez::rows_avx512
#endif
