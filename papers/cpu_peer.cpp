// Compiled with -O3 -march=native in a separate file, so that no other code is measured with it.
#include "papers/cpu_peer.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ez {
namespace {

template <class T>
void sweep_h(const T* __restrict ez, T* __restrict hx, T* __restrict hy, std::ptrdiff_t n) {
  const T c = T(0.5);
  for (std::ptrdiff_t j = 0; j < n - 1; ++j)
    for (std::ptrdiff_t i = 0; i < n - 1; ++i) {
      const std::ptrdiff_t k = j * n + i;
      hx[k] -= c * (ez[k + n] - ez[k]);
      hy[k] += c * (ez[k + 1] - ez[k]);
    }
}

template <class T>
void sweep_e(T* __restrict ez, const T* __restrict hx, const T* __restrict hy, std::ptrdiff_t n) {
  const T c = T(0.5);
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

// Returns the seconds of one step, or of its Ez sweep.
template <class T>
double step_seconds(int n, double seconds, bool only_e) {
  using Clock = std::chrono::steady_clock;
  const auto cells = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
  // Arrays exactly 2^k bytes apart use the same cache sets, which halves the speed. So they are kept some lines further
  // apart.
  const std::size_t apart = cells + 1040;
  const auto arrays = std::make_unique_for_overwrite<T[]>(3 * apart);
  std::uint32_t random = 1;
  for (std::size_t k = 0; k < 3 * apart; ++k) {
    random = random * 1664525U + 1013904223U;
    arrays[k] = static_cast<T>(random >> 8) * T(1e-8);
  }
  T *ez = arrays.get(), *hx = ez + apart, *hy = hx + apart;
  const auto step = [&] {
    if (!only_e) sweep_h(ez, hx, hy, n);
    sweep_e(ez, hx, hy, n);
  };
  step();
  const std::size_t between_looks = std::max<std::size_t>(1, 1000000 / cells);  // of the clock
  const auto begin = Clock::now();
  double taken = 0;
  double steps = 0;
  while (taken < seconds) {
    for (std::size_t k = 0; k < between_looks; ++k) step();
    steps += static_cast<double>(between_looks);
    taken = std::chrono::duration<double>(Clock::now() - begin).count();
  }
  return taken / steps;
}

double measured(int n, double seconds, Precision precision, bool only_e) {
  if (!built_for_this_processor()) return 0;
  return precision == Precision::float32 ? step_seconds<float>(n, seconds, only_e)
                                         : step_seconds<double>(n, seconds, only_e);
}

}  // namespace

double plain_sweeps_gcells(int n, double seconds, Precision precision) {
  const double step = measured(n, seconds, precision, false);
  return step > 0 ? n * static_cast<double>(n) * 1e-9 / step : 0;
}
double plain_e_sweep_seconds(int n, double seconds, Precision precision) {
  return measured(n, seconds, precision, true);
}

}  // namespace ez
