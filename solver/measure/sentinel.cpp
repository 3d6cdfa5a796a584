#include "solver/measure/sentinel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ez {

void Sentinel::watch(const Scene& scene, const Problem& problem) {
  double sum = 0;
  for (const SourceNode& node : problem.sources) {
    const Source& source = scene.sources[static_cast<std::size_t>(node.source)];
    if (!source.on) continue;
    sum += std::abs(source.amplitude) * (node.hard ? 1.0 : std::abs(node.weight));
  }
  per_step_ = std::max(per_step_, sum);
}

double Sentinel::limit(std::uint64_t step) const { return 1e6 * per_step_ * static_cast<double>(step + 1); }

std::string Sentinel::verdict(const Health& health, std::uint64_t step) const {
  if (!health.finite)
    return fmt::format("the field is not finite at node ({}, {})", health.first_bad.i, health.first_bad.j);
  if (per_step_ > 0 && health.max_abs > limit(step))
    return fmt::format("the field grows without a source: {:.3g} after {} steps", health.max_abs, step);
  return "";
}

std::string likely_cause(const Scene& scene) {
  const double largest = scene.grid.precision == Precision::float32 ? 1e25 : 1e250;
  for (std::size_t k = 0; k < scene.sources.size(); ++k)
    if (scene.sources[k].on && std::abs(scene.sources[k].amplitude) > largest)
      return fmt::format("source {} has an amplitude of {:.3g}, past what {} can hold; lower it", k + 1,
                         scene.sources[k].amplitude,
                         scene.grid.precision == Precision::float32 ? "single precision" : "double precision");
  for (const Material& m : scene.materials)
    if (m.eps * m.mu < 1 && scene.grid.courant * scene.grid.courant > m.eps * m.mu)
      return fmt::format("waves in “{}” outrun the Courant number {:.4g}; lower it below {:.4g}", m.name,
                         scene.grid.courant, std::sqrt(m.eps * m.mu));
  const auto& sides = scene.boundary.side;
  const bool layer = std::find(sides.begin(), sides.end(), BoundaryKind::cpml) != sides.end();
  if (layer && scene.boundary.cpml.kappa < 1)
    return fmt::format("the absorbing layer has kappa {:.3g}; use 1 or more", scene.boundary.cpml.kappa);
  const bool mur = std::find(sides.begin(), sides.end(), BoundaryKind::mur1) != sides.end();
  if (mur) return "a Mur side beside a lossy or resonant medium; use CPML there";
  return fmt::format("the Courant number {:.4g} is the usual cause; lower it", scene.grid.courant);
}

}  // namespace ez
