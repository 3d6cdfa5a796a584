#include "app/session/watch/last_good.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

std::vector<CheckpointGround> LastGood::ground_of(Comparison& runs) {
  std::vector<CheckpointGround> out;
  for (int k = 0; k < runs.panes(); ++k) {
    out.push_back(checkpoint_ground(runs.pane(k)));
    if (const Solver* reference = runs.reference(k)) out.push_back(checkpoint_ground(*reference));
  }
  return out;
}

bool LastGood::is_due(Comparison& runs) {
  std::vector<CheckpointGround> ground = ground_of(runs);
  if (ground != ground_) ring_.forget();
  ground_ = std::move(ground);
  return ring_.is_due(runs.pane(0).step());
}

void LastGood::keep(Comparison& runs) {
  ring_.keep(runs.pane(0).step(), [&](Comparison::Moment reuse) { return runs.checkpoint(std::move(reuse)); });
}

// A gas does not make a step that fails. It is still in the state before this step.
void LastGood::keep_standing(Comparison& runs, int pane) {
  standing_.reset();
  if (runs.pane(pane).scene().physics != Physics::gas) return;
  for (int k = 0; k < runs.panes(); ++k)
    if (runs.pane(k).step() != runs.pane(pane).step()) return;  // the other panes have gone further
  try {
    standing_ = runs.checkpoint();
  } catch (const OutOfMemory&) {  // go_back() then returns to an earlier state
  }
}

namespace {

// The steps from the good state to the current state, in steps of one pane. Panes with other grids make more or fewer
// steps.
struct Stretch {
  std::uint64_t good = 0, stands = 0;
  double share_of(std::uint64_t step) const {
    return step > good && stands > good ? static_cast<double>(step - good) / static_cast<double>(stands - good) : 0;
  }
  std::uint64_t step_at(double share) const {
    return good + static_cast<std::uint64_t>(std::min(share, 1.0) * static_cast<double>(stands - good));
  }
};

}  // namespace

Instability LastGood::find(Comparison& runs, int pane, const StabilityMonitor& stability, const Scene& scene) {
  Solver& solver = runs.pane(pane);
  const auto variant = static_cast<std::size_t>(pane);
  const std::uint64_t stands = solver.step(), first_stands = runs.pane(0).step();
  keep_standing(runs, pane);
  const Comparison::Moment* good = ground_of(runs) == ground_ ? ring_.good() : nullptr;
  Checkpoint before_bad;
  const auto start = Clock::now();
  const std::optional<Growth>& slow = stability.slow_growth();
  const Runaway runaway = slow   ? slow_runaway(solver, *slow, good ? &before_bad : nullptr)
                          : good ? trace(solver, good->panes[variant], stability, patience_, &before_bad)
                                 : describe_runaway(solver, stability);
  const bool in_time = seconds_since(start) < patience_;  // after that time, growth may come from a source
  SceneResult scene_result = scene_of_variant(scene, variant);
  const Scene of_pane = scene_result.scene ? *scene_result.scene : solver.scene();
  Attempt attempt;  // without an earlier state no remedy can be tried
  if (good) attempt = Trial(solver, before_bad, runaway, patience_);
  Diagnosis diagnosis = diagnose(of_pane, solver.nodes(), runaway, attempt);
  std::uint64_t back_to = 0;
  if (good) {
    const Stretch own{good->panes[variant].step, stands}, first{good->panes[0].step, first_stands};
    const std::uint64_t unseen = slow ? slow->from : in_time ? last_unseen_step(runaway) : 0;
    back_to = first.step_at(own.share_of(unseen));
  }
  if (standing_) {
    runs.restore(*standing_);
    back_to = stands;
  }
  std::optional<Scene> fixed_scene = std::move(diagnosis.fixed_scene);
  if (fixed_scene && !scene.variants.empty()) fixed_scene = with_variant(scene, variant, *fixed_scene);
  return {pane,
          runaway.node,
          runaway.step + (of_pane.physics == Physics::gas ? 1 : 0),  // for a gas, the step that was not made
          std::move(diagnosis.cause),
          std::move(diagnosis.remedy),
          std::move(fixed_scene),
          good != nullptr || standing_,
          back_to,
          of_pane.physics == Physics::gas};  // RemedySearch tries the remedies
}

void LastGood::go_back(Comparison& runs, const Instability& found) {
  const std::optional<Comparison::Moment> standing = std::exchange(standing_, {});
  if (!found.last_good) return;
  if (standing && standing->panes[0].step == found.back_to) return runs.restore(*standing);
  if (ground_of(runs) != ground_ || !ring_.good()) return;
  runs.restore(*ring_.good());
  constexpr std::uint64_t batch = 256;  // steps
  for (std::uint64_t step = runs.pane(0).step(); step < found.back_to;) {
    runs.advance(static_cast<int>(std::min(found.back_to - step, batch)));
    const std::uint64_t now = runs.pane(0).step();
    if (now == step) break;  // no further step is made
    step = now;
  }
}

}  // namespace ez
