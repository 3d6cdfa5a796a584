#include "solver/measure/sentinel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ez {

void Sentinel::watch(const Scene& scene, const Problem& problem) {
  double sum = std::abs(scene.initial.value);
  for (const SourceNode& node : problem.sources) {
    const Source& source = scene.sources[static_cast<std::size_t>(node.source)];
    if (!source.on) continue;
    sum += std::abs(source.amplitude) * (node.hard ? 1.0 : std::abs(node.weight));
  }
  per_step_ = std::max(per_step_, sum);
  most_ = problem.precision == Precision::float32 ? 1e30 : 1e300;
}

std::string Sentinel::verdict(const Health& health, std::uint64_t step) const {
  if (!health.finite)
    return fmt::format("the field is not finite at node ({}, {})", health.first_bad.i, health.first_bad.j);
  if (per_step_ > 0 && health.max_abs > limit(step))
    return fmt::format("the field grows without a source: {:.3g} after {} steps", health.max_abs, step);
  return "";
}

bool Sentinel::look(const Health& health, std::uint64_t step) {
  // Without a source all there is was written there.
  const bool grew = per_step_ > 0 && health.max_abs > 10 * std::max(last_max_, 10 * per_step_);
  if (step > last_step_ && last_max_ > 0 && health.max_abs > 0)
    growth_ = std::pow(health.max_abs / last_max_, 1 / static_cast<double>(step - last_step_));
  running_max_ = std::max(running_max_, health.max_abs);
  last_max_ = health.max_abs;
  last_step_ = step;
  return health.finite && !grew && health.max_abs < most_;
}

}  // namespace ez
