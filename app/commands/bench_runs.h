// Timed runs of `ezscope bench`.
#pragma once

#include "solver/run/solver.h"

namespace ez {

inline constexpr int bench_runs = 7;

// Prepares the initial state: a field without zeros. A gas or heat starts from the state of its scene.
void begin_bench(Solver& solver);
// Returns the seconds that the steps take.
double timed(Solver& solver, int steps);
// Returns the number of steps of a run, measured during the warm-up. It is a whole number of passes of every scheme,
// whose passes make 24, 12, 8, 4 or 2 steps.
int calibrated_steps(Solver& solver);

}  // namespace ez
