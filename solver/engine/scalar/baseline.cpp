// The loops for the instructions that every machine of its kind has.
#include "solver/engine/scalar/kernels.h"

namespace ez::scalar::baseline {
extern const Kernels<float> single_precision;
extern const Kernels<double> double_precision;
constinit const Kernels<float> single_precision = all_kernels<float>;
constinit const Kernels<double> double_precision = all_kernels<double>;
}  // namespace ez::scalar::baseline
