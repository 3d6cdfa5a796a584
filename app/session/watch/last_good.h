// Keeps the last good state of all runs, and returns to it when one of them becomes unstable.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "app/model/panes.h"
#include "solver/compare/checkpoint_ground.h"
#include "solver/compare/comparison.h"
#include "solver/measure/stability/instability.h"
#include "solver/run/checkpoint_ring.h"

namespace ez {

class LastGood {
 public:
  // `patience`: s that find() may spend on repeating the growth, and again on trying remedies.
  explicit LastGood(CheckpointRing<Comparison::Moment> ring = CheckpointRing<Comparison::Moment>(), double patience = 1)
      : ring_(std::move(ring)), patience_(patience) {}
  // While all runs are stable: is_due() returns whether a checkpoint is due, keep() takes one. If memory is short there
  // is no checkpoint.
  bool is_due(Comparison& runs);
  void keep(Comparison& runs);
  // Releases its memory.
  void forget() { ring_.forget(); }
  // Finds out where and why a pane became unstable, and the step to go back to. `scene` is the scene of the runs. The
  // runs are at an arbitrary step afterwards, so go_back() must follow.
  Instability find(Comparison& runs, int pane, const StabilityMonitor& stability, const Scene& scene);
  // Takes all runs back to `found.back_to`, if there is a state for it.
  void go_back(Comparison& runs, const Instability& found);

 private:
  static std::vector<CheckpointGround> ground_of(Comparison& runs);
  void keep_standing(Comparison& runs, int pane);

  CheckpointRing<Comparison::Moment> ring_;
  double patience_;                             // s
  std::vector<CheckpointGround> ground_;        // for ring_'s checkpoints, by pane
  std::optional<Comparison::Moment> standing_;  // the gas before the failed step, while find() and go_back() need it
};

}  // namespace ez
