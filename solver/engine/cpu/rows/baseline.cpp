// The kernels for the instructions that every machine of its kind has: SSE2 on x86-64, NEON on ARM.
#include "solver/engine/cpu/rows/kernels.h"

namespace ez::rows_baseline {
extern const RowKernels<float> single_precision;
extern const RowKernels<double> double_precision;
constinit const RowKernels<float> single_precision = kernels<float>;
constinit const RowKernels<double> double_precision = kernels<double>;
}  // namespace ez::rows_baseline
