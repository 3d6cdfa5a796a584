// Whether a remedy mends a run that has gone unstable: it is tried before it is told.
//
// The state just before the run was bad is the best test there is, for what grew is the largest thing in it. From there
// the mended scene runs for as long as the growth took for six decades; where the field is no larger in the last
// quarter of that than in the first one, nor than in the two between, which what dies away has left, it holds. What
// also grows, only more slowly, is found out so too, down to a hundredth of the old rate; so it is said how long was
// tried. A field that is smaller than at first and larger than in between is looked at for twice as long: it may come
// to rest.
#pragma once

#include <cstdint>
#include <functional>

#include "solver/measure/stability/stability_monitor.h"
#include "solver/run/solver.h"

namespace ez {

struct Runaway;

enum class Outcome { holds, fails, untried };  // untried: no time or no memory was left
enum class TrialFrom { bad_state, start };     // start: where the remedy changes sources or initial field
struct Attempted {
  Attempted(Outcome o, std::uint64_t n = 0) : outcome(o), steps(n) {}
  Outcome outcome;
  std::uint64_t steps;  // that it was tried for
};
using Attempt = std::function<Attempted(const Scene& mended, TrialFrom)>;

class Trial {
 public:
  // `before` as trace() left it; empty: trials from the start alone. All trials together take `seconds` at most.
  Trial(Solver& solver, const Checkpoint& before, const Runaway& runaway, double seconds);
  // Leaves the solver on its own scene at some step: it is to be restored.
  Attempted operator()(const Scene& mended, TrialFrom from);

 private:
  Attempted from_bad_state();
  Attempted from_start();
  bool advance(int steps);  // false when time is up

  Solver& solver_;
  const Checkpoint& before_;
  double growth_;               // factor per step of the run that went unstable
  std::uint64_t bad_;           // the step after which it was bad
  double seconds_, spent_ = 0;  // s for all trials, s used so far
};

}  // namespace ez
