// Deliberate errors (faults): their names and effects, which ones a scene can have, and the hidden one.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct FaultWords {
  Fault fault;
  std::string_view name;   // as in files: "sigma-half-cell"
  std::string_view title;  // "σ half a cell off"
  std::string_view shows;  // one sentence: its effect on the field
};
inline constexpr int fault_count = 13;
const std::array<FaultWords, fault_count>& all_faults();
const FaultWords& words_of(Fault fault);

// Returns true if `fault` has an effect on that side. This needs a boundary of the fault's kind, and a corner, a source
// or a medium at the side if the fault depends on one.
bool is_applicable(const Scene& scene, BoundaryFault fault);
// Returns the fault of a scene with `hidden_fault`, chosen among the applicable ones. The same scene and seed always
// give the same fault. Empty if the scene hides none.
std::optional<BoundaryFault> hidden_fault_of(const Scene& scene);
// Returns the faults written in the scene, and the hidden one.
std::vector<BoundaryFault> active_faults(const Scene& scene);

}  // namespace ez
