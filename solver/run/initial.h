// Writes the initial field of a run whose scene has [initial].
#pragma once

#include "solver/engine/engine.h"
#include "solver/problem/problem.h"
#include "solver/run/solver.h"
#include "solver/scene/scene.h"

namespace ez {

// Writes the main array into an engine whose fields are zero. The engine holds `problem`, the scene laid out with its
// padding. Outside an opened side the field continues with the values at the side's nodes. Metal stays at 0.
void write_initial(const Scene& scene, const Padding& padding, const Problem& problem, Engine& engine);

}  // namespace ez
