// A quantity of every node, from the engine's arrays as they stand: what files and measurements take.
#pragma once

#include <vector>

#include "solver/engine/engine.h"
#include "solver/problem/problem.h"

namespace ez {

// One of an array or a formula. Row by row from the
// bottom.
std::vector<double> host_field(Quantity quantity, const Problem& problem, Engine& engine);

}  // namespace ez
