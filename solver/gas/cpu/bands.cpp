// Chooses the build of the kernels that runs.
#include "solver/gas/cpu/bands.h"

namespace ez::gas {

#define EZ_DECLARE(isa)                              \
  namespace isa {                                    \
  extern const BandKernels<float> single_precision;  \
  extern const BandKernels<double> double_precision; \
  }
EZ_DECLARE(bands_baseline)
#if defined(__x86_64__)
EZ_DECLARE(bands_avx2)
EZ_DECLARE(bands_avx512)
#endif

template <>
const BandKernels<float>& band_kernels(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512) return bands_avx512::single_precision;
  if (isa == Isa::avx2) return bands_avx2::single_precision;
#endif
  (void)isa;
  return bands_baseline::single_precision;
}
template <>
const BandKernels<double>& band_kernels(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512) return bands_avx512::double_precision;
  if (isa == Isa::avx2) return bands_avx2::double_precision;
#endif
  (void)isa;
  return bands_baseline::double_precision;
}

}  // namespace ez::gas
