// Compiled with -O3 -march=native and on its own, so that no other code is measured with it.
#include "solver/measure/cpu_peer.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ez {
namespace {

void two_sweeps(float* __restrict ez, float* __restrict hx, float* __restrict hy, std::ptrdiff_t n) {
  const float c = 0.5F;
  for (std::ptrdiff_t j = 0; j < n - 1; ++j)
    for (std::ptrdiff_t i = 0; i < n - 1; ++i) {
      const std::ptrdiff_t k = j * n + i;
      hx[k] -= c * (ez[k + n] - ez[k]);
      hy[k] += c * (ez[k + 1] - ez[k]);
    }
  for (std::ptrdiff_t j = 1; j < n - 1; ++j)
    for (std::ptrdiff_t i = 1; i < n - 1; ++i) {
      const std::ptrdiff_t k = j * n + i;
      ez[k] += c * ((hy[k] - hy[k - 1]) - (hx[k] - hx[k - n]));
    }
}

bool built_for_this_processor() {
#if defined(__AVX512F__)
  return __builtin_cpu_supports("avx512f");
#elif defined(__AVX2__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

}  // namespace

double plain_sweeps_gcells(int n, double seconds) {
  if (!built_for_this_processor()) return 0;
  using Clock = std::chrono::steady_clock;
  const auto cells = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  // Arrays exactly 2^k bytes apart fall on the same cache sets, which halves the speed: keep them some lines further.
  const std::size_t apart = cells + 1040;
  const std::unique_ptr<float[]> arrays(new float[3 * apart]);
  std::uint32_t random = 1;
  for (std::size_t k = 0; k < 3 * apart; ++k) {
    random = random * 1664525U + 1013904223U;
    arrays[k] = static_cast<float>(random >> 8) * 1e-8F;
  }
  float *ez = arrays.get(), *hx = ez + apart, *hy = hx + apart;
  two_sweeps(ez, hx, hy, n);
  const auto begin = Clock::now();
  double taken = 0;
  double steps = 0;
  while (taken < seconds) {
    two_sweeps(ez, hx, hy, n);
    ++steps;
    taken = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return static_cast<double>(cells) * steps / taken * 1e-9;
}

}  // namespace ez
