#include "papers/timekeeping.h"

#include <cmath>

#include "solver/base/constants.h"

namespace ez {

std::vector<float> timekeeping_start(int n) {
  const auto count = static_cast<std::size_t>(n);
  std::vector<float> wave(count), ez(count * count);
  for (std::size_t i = 0; i < count; ++i) wave[i] = static_cast<float>(0.1 * std::sin(0.1 * static_cast<double>(i)));
  for (std::size_t j = 0; j < count; ++j)
    for (std::size_t i = 0; i < count; ++i) ez[j * count + i] = 1.5f + wave[i] + wave[j];
  return ez;
}

std::vector<double> timekeeping_signal(int steps) {
  std::vector<double> signal;
  for (int step = 1; step <= steps; ++step) signal.push_back(std::sin(2 * pi * step / timekeeping_period));
  return signal;
}

PrintedTime timekeeping_seconds() {
  const double dt = 0.5 * 1e-3 / c0;
  return {static_cast<float>(dt), static_cast<float>(2 * pi / (timekeeping_period * dt))};
}

#if !defined(EZSCOPE_HAS_CUDA)
TimekeepingRun takada_by_clock(const TimekeepingProblem&, Timekeeper, int) {
  return {0, {}, "this program has no CUDA engine"};
}
#endif

}  // namespace ez
