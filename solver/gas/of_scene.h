// A scene's gas or heat, made ready: what each cell starts with, the sides, the walls, and where probes are.
#pragma once

#include "solver/gas/problem.h"
#include "solver/problem/problem.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"

namespace ez::gas {

// `cells` is rasterize(scene); the scene has passed validate().
GasProblem gas_of(const Scene& scene, const NodeMap& cells);
// The same as an engine takes it.
Problem problem_of(const Scene& scene, const NodeMap& cells);

}  // namespace ez::gas
