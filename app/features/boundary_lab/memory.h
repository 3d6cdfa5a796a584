// What the boundary lab's panel remembers from frame to frame.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <vector>

#include "app/features/boundary_lab/cards/theory_curve.h"
#include "solver/scene/fault.h"
#include "solver/scene/scene.h"

namespace ez {

// Which faults would change anything in a scene, kept until the scene changes.
struct FaultTable {
  Scene scene;
  std::array<std::array<bool, 4>, fault_count> applicable{};  // by Fault and Side
};

struct LabMemory {
  std::optional<int> asked;         // seed of the hidden fault for which the card of faults was opened
  bool against_frequency = false;   // the plot shows R(f) in place of R(θ)
  std::optional<Side> side;         // whose reflection it shows; nothing: each pane's worst
  std::vector<TheoryCurve> curves;  // one per pane, computed when its question changes
  std::array<double, 3> full = {};  // the profile's full scales of σ/σopt, κ − 1 and α; they rest during a drag
  ImVec2 grip;                      // from a handle's centre to where the mouse took hold of it
  std::optional<FaultTable> faults;
  int seed = 1;  // of the next hidden fault
};

}  // namespace ez
