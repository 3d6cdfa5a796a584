#pragma once

#include "solver/solver.h"

namespace ez {

// Sets Ez, Hx and Hy to waves of a few random directions. They are smooth and nowhere so small that arithmetic becomes
// slower. Measurements start from them.
void fill(Solver& solver);

}  // namespace ez
