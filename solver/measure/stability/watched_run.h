// A run that is watched for instability without a clock: it is looked at, and kept while it is calm, after steps that
// depend on nothing but the run. So what is found of one that goes unstable is the same on every machine, however busy.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "solver/measure/stability/instability.h"
#include "solver/measure/stability/stability_monitor.h"
#include "solver/run/checkpoint_ring.h"
#include "solver/run/solver.h"

namespace ez {

class WatchedRun {
 public:
  // Takes the first look. The solver outlives this.
  explicit WatchedRun(Solver& solver);

  // The step of the next look, at most `end`.
  std::uint64_t next_look(std::uint64_t end) const;
  // Why the field is unstable as it is now, or an empty string; a calm one is kept as a state to go back to.
  std::string look();
  // Why a run that ends here has to be called unstable, also by slow growth, or an empty string.
  std::string last_look();

  // Of an unstable run: where the growth began, as far back as states were kept, its cause, and the remedy that was
  // tried and held, as one sentence without its full stop.
  std::string explain();
  // After explain(): goes back to the last good state, and on from there while nothing of the growth is to be seen.
  // False when the field is not finite from the start.
  bool go_back();

 private:
  Solver& solver_;
  StabilityMonitor stability_;
  CheckpointRing<Checkpoint> ring_{std::chrono::milliseconds(0), 0};  // a state at every calm look, whatever it costs
  bool grows_slowly_ = false;                                         // what last_look() found
  Runaway runaway_;                                                   // what explain() found
};

}  // namespace ez
