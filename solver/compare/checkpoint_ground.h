// Properties of a run that a checkpoint requires. With another grid, Δt or kind of boundary it cannot be restored.
#pragma once

#include <array>
#include <vector>

#include "solver/compare/comparison.h"

namespace ez {

struct CheckpointGround {
  int nx = 0, ny = 0;
  double dt = 0;  // s; 0 for a gas, whose Δt is part of its state
  std::array<BoundaryKind, 4> walls{};
  bool operator==(const CheckpointGround&) const = default;
};
inline CheckpointGround checkpoint_ground(const Solver& run) {
  const Problem& p = run.problem();
  return {p.nx, p.ny, p.gas ? 0 : p.dt, p.walls};
}
inline std::vector<CheckpointGround> ground_of_panes(const Comparison& runs) {
  std::vector<CheckpointGround> out;
  for (int k = 0; k < runs.panes(); ++k) out.push_back(checkpoint_ground(runs.pane(k)));
  return out;
}

}  // namespace ez
