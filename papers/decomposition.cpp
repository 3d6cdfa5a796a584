#include "papers/decomposition.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "solver/base/host_device.h"

namespace ez {
namespace {

constexpr int nodes_per_wavelength = 100, steps_per_period = 200;
constexpr float courant = 0.5f;

}  // namespace

DecompositionMedium decomposition_medium(const DecompositionProblem& problem) {
  const auto n = static_cast<std::size_t>(problem.nodes());
  DecompositionMedium m{std::vector<float>(n, 1.0f), std::vector<float>(n, courant)};
  for (std::size_t k = 0; k <= nodes_per_wavelength; ++k) {
    const double depth = static_cast<double>(k) / nodes_per_wavelength;
    const double s = 0.1 * depth * depth * depth;  // σΔt/2ε = σmΔt/2μ
    const std::size_t at = n - 1 - nodes_per_wavelength + k;
    m.ca[at] = static_cast<float>((1 - s) / (1 + s));
    m.cb[at] = static_cast<float>(courant / (1 + s));
  }
  return m;
}

std::vector<float> decomposition_signal(const DecompositionProblem& problem) {
  std::vector<float> signal;
  for (int step = 1; step <= problem.steps(); ++step)
    signal.push_back(static_cast<float>(std::sin(2 * std::numbers::pi * step / steps_per_period)));
  return signal;
}

DecompositionRun decomposition_on_cpu(const DecompositionProblem& problem, int subdomains) {
  const DecompositionMedium medium = decomposition_medium(problem);
  const std::vector<float> signal = decomposition_signal(problem);
  const auto n = static_cast<std::size_t>(problem.nodes());
  std::vector<float> e(n, 0.0f), h(n, 0.0f);
  const auto parts = static_cast<std::size_t>(subdomains), each = (n + parts - 1) / parts;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t step = 0; step < signal.size(); ++step) {
    // The wave has reached node `step` at most, because it moves at most one node per step.
    const std::size_t last = std::min(n, (step / each + 1) * each + 1) - 1;
    for (std::size_t i = 0; i < last; ++i) h[i] = fused(medium.cb[i], e[i + 1] - e[i], medium.ca[i] * h[i]);
    for (std::size_t i = 1; i < last; ++i) e[i] = fused(medium.cb[i], h[i] - h[i - 1], medium.ca[i] * e[i]);
    e[0] = signal[step];
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {subdomains, 1, problem.steps(), seconds, std::move(e), ""};
}

#if !defined(EZSCOPE_HAS_CUDA)
DecompositionRun decomposition_in_global_memory(const DecompositionProblem&, int) {
  return {1, 1, 0, 0, {}, "this program has no CUDA engine"};
}
DecompositionRun decomposition_in_shared_memory(const DecompositionProblem&, int subdomains, int exchange, int) {
  return {subdomains, exchange, 0, 0, {}, "this program has no CUDA engine"};
}
#endif

}  // namespace ez
