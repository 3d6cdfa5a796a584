#include "papers/box/cpu/planes.h"

namespace ez::gas {

#define EZ_DECLARE(isa)              \
  namespace isa {                    \
  void step(const BoxBand<float>&);  \
  void step(const BoxBand<double>&); \
  }
EZ_DECLARE(box_baseline)
#if defined(__x86_64__)
EZ_DECLARE(box_avx2)
EZ_DECLARE(box_avx512)
#endif
#undef EZ_DECLARE

template <class T>
PlanesStep<T> planes_step(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512) return box_avx512::step;
  if (isa == Isa::avx2) return box_avx2::step;
#endif
  (void)isa;
  return box_baseline::step;
}
template PlanesStep<float> planes_step(Isa);
template PlanesStep<double> planes_step(Isa);

}  // namespace ez::gas
