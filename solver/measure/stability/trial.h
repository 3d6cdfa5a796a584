// Tries whether a remedy stabilises an unstable run, before it is offered.
//
// The state just before the run became bad is the best test, because the growing mode is the largest part of it. The
// changed scene runs from there for as long as the growth took for six decades. The remedy holds if the field in the
// last quarter of that time is no larger than in the first quarter, nor than in the two between, where only the
// decaying part has disappeared. This also detects slower growth, down to a hundredth of the old rate, so the result
// includes the length of the trial. A field that is smaller than at first but larger than in between is observed for
// twice as long, because it may settle.
#pragma once

#include <cstdint>
#include <functional>

#include "solver/measure/stability/stability_monitor.h"
#include "solver/run/solver.h"

namespace ez {

struct Runaway;

enum class Outcome { holds, fails, untried };  // untried: not enough time or memory
enum class TrialFrom { bad_state, start };     // start: if the remedy changes sources or the initial field
struct Attempted {
  Attempted(Outcome o, std::uint64_t n = 0) : outcome(o), steps(n) {}
  Outcome outcome;
  std::uint64_t steps;  // length of the trial
};
using Attempt = std::function<Attempted(const Scene& fixed_scene, TrialFrom)>;

class Trial {
 public:
  // `before` is the state from trace(); empty: only trials from the start. All trials together take at most `seconds`.
  Trial(Solver& solver, const Checkpoint& before, const Runaway& runaway, double seconds);
  // The solver returns to its own scene at some step and must be restored.
  Attempted operator()(const Scene& fixed_scene, TrialFrom from);

 private:
  Attempted from_bad_state();
  Attempted from_start();
  bool advance(int steps);  // false if time is up

  Solver& solver_;
  const Checkpoint& before_;
  double growth_;               // factor per step of the unstable run
  std::uint64_t bad_;           // the step after which it was bad
  double seconds_, spent_ = 0;  // s for all trials, s used so far
};

}  // namespace ez
