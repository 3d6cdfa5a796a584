// Prepares a scene's gas or heat for an engine: the initial state of each cell, the boundaries, the walls, and the
// positions of probes.
#pragma once

#include "solver/gas/problem.h"
#include "solver/problem/problem.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"

namespace ez::gas {

// `cells` is rasterize(scene); the scene has passed validate().
GasProblem gas_of(const Scene& scene, const NodeMap& cells);
// Returns the same as a Problem, the form in which an engine takes it.
Problem problem_of(const Scene& scene, const NodeMap& cells);

}  // namespace ez::gas
