#pragma once

#include "solver/solver.h"

namespace ez {

// Gives Ez, Hx and Hy waves of a few random directions: smooth, and nowhere so small that arithmetic changes its speed.
// What is measured starts from them.
void fill(Solver& solver);

}  // namespace ez
