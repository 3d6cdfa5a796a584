// What a run starts from when its scene has [initial].
#pragma once

#include "solver/engine/engine.h"
#include "solver/problem/problem.h"
#include "solver/run/solver.h"
#include "solver/scene/scene.h"

namespace ez {

// Writes the main array into an engine that holds `problem`, the scene laid out with its padding, and is at zero.
// Beyond an opened side the field goes on as it is at the side's nodes; metal stays at 0.
void write_initial(const Scene& scene, const Padding& padding, const Problem& problem, Engine& engine);

}  // namespace ez
