// Who keeps the time of a source: Takada et al. (2010), section 4.2.
//
// 「特定のスレッドにより時刻を GPU 内で計算し，それを境界条件に用いる」: one thread counts the time in the card's
// memory, because bringing it from the CPU in every step takes longer. Their figure 5 has that thread set the source's
// node:
//   T[0] += dt;   EZ[y*w+x] = am*sin(omega*T[0]);
// ezscope brings nothing in a step either: the signals of all steps of a batch lie in a table on the card. This study
// sets one beside the other in the same two kernels; a scheme for scenes cannot be made of it, since a thread makes a
// sine and nothing else.
#pragma once

#include <string>
#include <vector>

#include "solver/scene/scheme.h"

namespace ez {

enum class Timekeeper {
  table,   // nobody: a table on the card
  steps,   // a thread counts the steps and makes the sine in double: the table's values
  seconds  // a thread adds up the time in float and makes the sine in float, as printed
};

// A PEC box of n × n nodes, c Δt / Δ = 0.5, from a field that is nowhere 0; the node in its middle is set to a sine of
// 40 steps a period.
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

// By the kernels of the scheme `takada`, on a GPU by CUDA's number, which is the current one from here on. Throws
// OutOfMemory, EngineError.
TimekeepingRun takada_by_clock(const TimekeepingProblem& problem, Timekeeper timekeeper, int device);

// Ez at the start, by rows; H is 0.
std::vector<float> timekeeping_start(int n);
// What the source's node is set to in every step.
std::vector<double> timekeeping_signal(int steps);
// Its time: steps a period; and seconds a step, with the angular frequency, where Δ = 1 mm.
constexpr int timekeeping_period = 40;
struct PrintedTime {
  float dt = 0, omega = 0;
};
PrintedTime timekeeping_seconds();

}  // namespace ez
