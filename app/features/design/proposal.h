// Proposes a design for a scene that has none.
#pragma once

#include <optional>

#include "solver/base/text.h"
#include "solver/scene/scene.h"

namespace ez {

struct DesignProposal {
  std::optional<Scene> scene;  // with the design; empty if there is none
  Text why;                    // why there is none, and what to do
};
// The region is in the middle of the grid, the materials are the background and the first dielectric, and the goal
// reads the scene's monitors: the last one, divided by the first one of the same kind if there are two.
DesignProposal propose_design(const Scene& scene);

}  // namespace ez
