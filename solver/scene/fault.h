// Mistakes made on purpose: what they are called, what they do, which a scene can have, and the one that is hidden.
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
  std::string_view shows;  // one sentence: what it does to the field
};
inline constexpr int fault_count = 13;
const std::array<FaultWords, fault_count>& all_faults();
const FaultWords& words_of(Fault fault);

// Whether `fault` changes anything on that side: its boundary is of the fault's kind, there is a corner, a source, a
// medium at the side.
bool is_applicable(const Scene& scene, BoundaryFault fault);
// The fault that a scene with `hidden_fault` has: the same for everyone with the same scene and seed; of those
// applicable. Nothing when the scene hides none.
std::optional<BoundaryFault> hidden_fault_of(const Scene& scene);
// The largest `hidden_fault`.
inline constexpr int largest_seed = 1'000'000'000;
// Those written in the scene and the hidden one.
std::vector<BoundaryFault> active_faults(const Scene& scene);

}  // namespace ez
