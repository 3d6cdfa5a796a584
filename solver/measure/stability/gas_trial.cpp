#include "solver/measure/stability/gas_trial.h"

#include <algorithm>
#include <cstdint>

#include "solver/gas/of_scene.h"
#include "solver/gas/run.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr std::int64_t least_steps = 256;  // of a trial, if a gas fails within its first steps
constexpr double between_looks = 4e6;      // cells

}  // namespace

Outcome GasTrial::from_start(const Scene& fixed_scene, double failed_at) {
  return from(gas::gas_of(fixed_scene, rasterize(fixed_scene)), fixed_scene.grid.precision, 2 * failed_at);
}

Outcome GasTrial::from(const gas::GasProblem& state, Precision precision, double seconds) {
  const auto cells = static_cast<double>(state.cells());
  if (!(cells * static_cast<double>(least_steps) <= left_)) return Outcome::untried;
  gas::GasRun run(state, {.precision = precision, .threads = threads_});
  const auto stride = static_cast<std::int64_t>(std::clamp(between_looks / cells, 1.0, 64.0));
  for (gas::Progress now = run.progress(); now.time < seconds || now.steps < least_steps;) {
    if (stop_.stop_requested() || left_ < cells * static_cast<double>(stride)) return Outcome::untried;
    const std::int64_t before = now.steps;
    run.advance(stride);
    now = run.progress();
    if (now.failure) return Outcome::fails;
    if (now.steps == before) return Outcome::untried;  // no cell is open
    left_ -= cells * static_cast<double>(now.steps - before);
  }
  return Outcome::holds;
}

}  // namespace ez
