// The last good state of all runs, and the way back to it when one of them goes unstable.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "app/model/panes.h"
#include "solver/compare/comparison.h"
#include "solver/measure/stability/instability.h"
#include "solver/run/checkpoint_ring.h"

namespace ez {

class LastGood {
 public:
  // `patience`: s that find() may spend on repeating the growth, and as much on trying remedies.
  explicit LastGood(CheckpointRing<Comparison::Moment> ring = CheckpointRing<Comparison::Moment>(), double patience = 1)
      : ring_(std::move(ring)), patience_(patience) {}
  // All runs are calm: whether it is time for a checkpoint, and taking one. Without memory for it there is none.
  bool is_due(Comparison& runs);
  void keep(Comparison& runs);
  // Gives its memory back.
  void forget() { ring_.forget(); }
  // A pane is unstable: finds out where and why, and the step to go back to. `scene` is what the runs were made from.
  // The runs are left somewhere: go_back() is to follow.
  Instability find(Comparison& runs, int pane, const StabilityMonitor& stability, const Scene& scene);
  // Takes all runs back to `found.back_to`, if there is a state to go back to.
  void go_back(Comparison& runs, const Instability& found);

 private:
  // What a checkpoint of one pane fits: another grid, Δt or kind of wall makes it useless.
  struct Ground {
    int nx = 0, ny = 0;
    double dt = 0;  // s
    std::array<BoundaryKind, 4> walls{};
    bool operator==(const Ground&) const = default;
  };
  static std::vector<Ground> ground_of(Comparison& runs);
  void keep_standing(Comparison& runs, int pane);

  CheckpointRing<Comparison::Moment> ring_;
  double patience_;                             // s
  std::vector<Ground> ground_;                  // of ring_'s checkpoints, by pane
  std::optional<Comparison::Moment> standing_;  // a gas before the step that failed, while find() and go_back() need it
};

}  // namespace ez
