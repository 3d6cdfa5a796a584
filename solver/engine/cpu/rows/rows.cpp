// Chooses the build of the kernels that runs.
#include "solver/engine/cpu/rows/rows.h"

#include <string_view>

#include "solver/engine/backend.h"

namespace ez {

#define EZ_DECLARE(isa)                             \
  namespace isa {                                   \
  extern const RowKernels<float> single_precision;  \
  extern const RowKernels<double> double_precision; \
  }
EZ_DECLARE(rows_baseline)
#if defined(__x86_64__)
EZ_DECLARE(rows_avx2)
EZ_DECLARE(rows_avx512)
#endif

bool supported(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && supported(Isa::avx2);
  if (isa == Isa::avx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
  return isa == Isa::baseline;
}

Isa best_isa() {
  if (supported(Isa::avx512)) return Isa::avx512;
  return supported(Isa::avx2) ? Isa::avx2 : Isa::baseline;
}

std::string name_of(Isa isa) {
  if (isa == Isa::avx512) return "AVX-512";
  if (isa == Isa::avx2) return "AVX2";
#if defined(__x86_64__)
  return "SSE2";
#elif defined(__ARM_NEON)
  return "NEON";
#elif defined(__wasm_simd128__)
  return "SIMD128";
#else
  return "scalar";
#endif
}

namespace {

struct Named {
  Isa isa;
  std::string_view name;
};
constexpr Named all[] = {{Isa::baseline, "baseline"}, {Isa::avx2, "avx2"}, {Isa::avx512, "avx512"}};

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> out;
  for (const Named& n : all)
    if (supported(n.isa)) out.emplace_back(n.name);
  return out;
}

Isa isa_named(std::string_view name) {
  for (const Named& n : all)
    if (supported(n.isa) && (name == n.name || name == name_of(n.isa))) return n.isa;
  return best_isa();
}

template <>
const RowKernels<float>& row_kernels(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512) return rows_avx512::single_precision;
  if (isa == Isa::avx2) return rows_avx2::single_precision;
#endif
  (void)isa;
  return rows_baseline::single_precision;
}
template <>
const RowKernels<double>& row_kernels(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::avx512) return rows_avx512::double_precision;
  if (isa == Isa::avx2) return rows_avx2::double_precision;
#endif
  (void)isa;
  return rows_baseline::double_precision;
}

}  // namespace ez
