// Refines or coarsens a scene for a comparison with its own grid.
//
// A length of a scene is rarely a whole number of the cells of another grid, and a surface ends at a cell. The rounding
// changes the scene itself by up to half a cell, and a difference between two grids then shows the rounding instead
// of the error of the scheme. So the size of the other grid is chosen near the wanted factor such that domain,
// surfaces, sources and probes are rounded as on the scene's own grid.
#pragma once

#include "solver/scene/scene.h"

namespace ez {

// The factor may differ from the wanted one by these factors.
inline constexpr double factor_below = 0.85, factor_above = 1.08;

// Returns the scene with about `factor` times as many cells along each axis. All lengths stay the same. Within half a
// cell this also holds for absorbing layers, and for a domain between two absorbing sides.
Scene on_comparable_grid(const Scene& scene, double factor);

}  // namespace ez
