// Computes a quantity at every node from the engine's present arrays, for files and measurements.
#pragma once

#include <vector>

#include "solver/engine/engine.h"
#include "solver/problem/problem.h"

namespace ez {

// Returns a quantity that is an array or a formula, row by row from the bottom.
std::vector<double> host_field(Quantity quantity, const Problem& problem, Engine& engine);

}  // namespace ez
