// Values that the boundary lab's panel remembers from frame to frame.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <vector>

#include "app/features/boundary_lab/cards/theory_curve.h"
#include "solver/scene/fault.h"
#include "solver/scene/scene.h"

namespace ez {

// Which faults would change something in a scene. Recomputed when the scene changes.
struct FaultTable {
  Scene scene;
  std::array<std::array<bool, 4>, fault_count> applicable{};  // indexed by Fault and Side
};

struct LabMemory {
  std::optional<int> asked;         // seed of the hidden fault for which the card of faults was opened
  bool against_frequency = false;   // the plot shows R(f) instead of R(θ)
  std::optional<Side> side;         // side whose reflection is plotted; empty: the worst side of each pane
  std::vector<TheoryCurve> curves;  // one per pane, computed again when its question changes
  // full scales of σ/σopt, κ − 1 and α in the profile; they do not change during a drag
  std::array<double, 3> full = {};
  ImVec2 grip;  // from a handle's centre to the point where the mouse grabbed it
  std::optional<FaultTable> faults;
  int seed = 1;  // seed of the next hidden fault
};

}  // namespace ez
