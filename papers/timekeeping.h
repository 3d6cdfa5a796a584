// Ways to keep the time of a source: Takada et al. (2010), section 4.2.
//
// 「特定のスレッドにより時刻を GPU 内で計算し，それを境界条件に用いる」: one thread counts the time in the card's
// memory, because copying it from the CPU in every step takes longer. In their figure 5 that thread sets the source's
// node:
//   T[0] += dt;   EZ[y*w+x] = am*sin(omega*T[0]);
// ezscope does not copy anything in a step either: the signals of all steps of a batch are in a table on the card. This
// study compares the two in the same two kernels. It cannot become a scheme for scenes, because the thread can only
// compute a sine.
#pragma once

#include <string>
#include <vector>

#include "solver/scene/scheme.h"

namespace ez {

enum class Timekeeper {
  table,   // a table on the card; no thread keeps the time
  steps,   // a thread counts the steps and computes the sine in double: the same values as the table
  seconds  // a thread adds up the time in float and computes the sine in float, as printed
};

// A PEC box of n × n nodes, c Δt / Δ = 0.5, with an initial field that is nowhere 0. The node in its middle is set to a
// sine of 40 steps per period.
struct TimekeepingProblem {
  int n = 1024, steps = 1000;
  BlockShape block = {32, 4};
  int source() const { return n / 2; }  // its column and row
};

struct TimekeepingRun {
  double seconds = 0;  // the median of three runs after a first one
  std::vector<float> ez;
  std::string failed;  // why it could not run: no GPU
};

// Runs the kernels of the scheme `takada` on a GPU, selected by CUDA's number, which is the current one from here on.
// Throws OutOfMemory, EngineError.
TimekeepingRun takada_by_clock(const TimekeepingProblem& problem, Timekeeper timekeeper, int device);

// Returns Ez at the start, by rows; H is 0.
std::vector<float> timekeeping_start(int n);
// Returns the value of the source's node in every step.
std::vector<double> timekeeping_signal(int steps);
// The source's time: steps per period; and seconds per step, with the angular frequency, for Δ = 1 mm.
constexpr int timekeeping_period = 40;
struct PrintedTime {
  float dt = 0, omega = 0;
};
PrintedTime timekeeping_seconds();

}  // namespace ez
