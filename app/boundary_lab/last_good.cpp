#include "app/boundary_lab/last_good.h"

#include <utility>

#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

constexpr double trace_seconds = 1, trial_seconds = 1;  // that the window may stand still for, once

}  // namespace

std::vector<LastGood::Ground> LastGood::ground_of(Comparison& runs) {
  std::vector<Ground> out;
  const auto add = [&](const Solver& s) {
    const Problem& p = s.problem();
    out.push_back({p.nx, p.ny, p.gas ? 0 : p.dt, p.walls});  // of a gas Δt is its state's
  };
  for (int k = 0; k < runs.panes(); ++k) {
    add(runs.pane(k));
    if (const Solver* reference = runs.reference(k)) add(*reference);
  }
  return out;
}

bool LastGood::is_due(Comparison& runs) {
  std::vector<Ground> ground = ground_of(runs);
  if (ground != ground_) ring_.forget();
  ground_ = std::move(ground);
  return ring_.is_due(runs.pane(0).step());
}

void LastGood::keep(Comparison& runs) {
  ring_.keep(runs.pane(0).step(), [&](Comparison::Moment reuse) { return runs.checkpoint(std::move(reuse)); });
}

Instability LastGood::find(Comparison& runs, int pane, const StabilityMonitor& stability, const Scene& scene) {
  Solver& solver = runs.pane(pane);
  const Comparison::Moment* good = ground_of(runs) == ground_ ? ring_.good() : nullptr;
  Checkpoint before_bad;
  const Runaway runaway =
      good ? trace(solver, good->panes[static_cast<std::size_t>(pane)], stability, trace_seconds, &before_bad)
           : as_it_stands(solver, stability);
  const auto variant = static_cast<std::size_t>(pane);
  SceneResult own = scene_of_variant(scene, variant);
  const Scene of_pane = own.scene ? *own.scene : solver.scene();
  Attempt attempt;  // without a way back nothing can be tried
  if (good) attempt = Trial(solver, before_bad, runaway, trial_seconds);
  Diagnosis diagnosis = diagnose(of_pane, solver.nodes(), runaway, attempt);
  if (good) runs.restore(*good);
  std::optional<Scene> mended = std::move(diagnosis.mended);
  if (mended && !scene.variants.empty()) mended = with_variant(scene, variant, *mended);
  return {pane,
          runaway.node,
          runaway.step,
          std::move(diagnosis.cause),
          std::move(diagnosis.remedy),
          std::move(mended),
          good != nullptr};
}

}  // namespace ez
