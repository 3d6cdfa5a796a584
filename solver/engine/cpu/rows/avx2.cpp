// The kernels for AVX2 with FMA (flags in cmake/instruction_sets.cmake).
#if defined(__x86_64__)
#include "solver/engine/cpu/rows/kernels.h"

namespace ez::rows_avx2 {
extern const RowKernels<float> single_precision;
extern const RowKernels<double> double_precision;
constinit const RowKernels<float> single_precision = kernels<float>;
constinit const RowKernels<double> double_precision = kernels<double>;
}  // namespace ez::rows_avx2
#endif
