// The loops for processors with fused multiply-add (flags in cmake/instruction_sets.cmake).
#if defined(__x86_64__)
#include "solver/engine/scalar/kernels.h"

namespace ez::scalar::avx2 {
extern const Kernels<float> single_precision;
extern const Kernels<double> double_precision;
constinit const Kernels<float> single_precision = all_kernels<float>;
constinit const Kernels<double> double_precision = all_kernels<double>;
}  // namespace ez::scalar::avx2
#endif
