#include "app/commands/bench_runs.h"

#include <algorithm>
#include <chrono>

#include "papers/fill.h"

namespace ez {

constexpr double run_seconds = 0.25;

double timed(Solver& solver, int steps) {
  const auto start = std::chrono::steady_clock::now();
  solver.advance(steps);
  solver.wait();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int calibrated_steps(Solver& solver) {
  constexpr int whole = 24;
  int steps = whole;
  double seconds = timed(solver, steps);
  while (seconds < 0.1 * run_seconds && steps < 100000) seconds = timed(solver, steps *= 2);
  return whole * std::max(1, static_cast<int>(std::min(1e6, steps * run_seconds / seconds) / whole));
}

void begin_bench(Solver& solver) {
  solver.reset();
  if (!in_cells(solver.scene().physics)) fill(solver);
}

}  // namespace ez
