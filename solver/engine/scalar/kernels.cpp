// Chooses the build of the loops that runs.
#include "solver/engine/scalar/grid.h"

namespace ez::scalar {
namespace baseline {
extern const Kernels<float> single_precision;
extern const Kernels<double> double_precision;
}  // namespace baseline
#if defined(__x86_64__)
namespace avx2 {
extern const Kernels<float> single_precision;
extern const Kernels<double> double_precision;
}  // namespace avx2

template <>
const Kernels<float>& kernels() {
  const bool fuses = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return fuses ? avx2::single_precision : baseline::single_precision;
}
template <>
const Kernels<double>& kernels() {
  const bool fuses = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return fuses ? avx2::double_precision : baseline::double_precision;
}
#else
template <>
const Kernels<float>& kernels() {
  return baseline::single_precision;
}
template <>
const Kernels<double>& kernels() {
  return baseline::double_precision;
}
#endif

}  // namespace ez::scalar
