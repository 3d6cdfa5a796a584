// Gradings of absorbing layers from papers and as other programs have them by default.
//
// Some programs keep a thickness in cells with the grading, others leave it to the user. Each value is per cell or per
// thickness, so a grading depends on the grid, the background and, for one program, on the frequency.
#pragma once

#include <span>
#include <string_view>

#include "solver/scene/scene.h"

namespace ez {

struct KnownGrading {
  std::string_view name;
  std::string_view words;  // its numbers, in one line
  int cells = 0;           // thickness that belongs to it; 0: none
  // Fills the grading for these layers. `delta` is the cell size in m.
  CpmlGrading (*make)(const Scene& scene, double delta, int cells);
};

// Returns all of them; the last one is the scene format's default.
std::span<const KnownGrading> known_gradings();
// Returns the grading for the scene with its own thickness, or with the scene's if it has none.
CpmlGrading grading_of(const KnownGrading& known, const Scene& scene);

}  // namespace ez
