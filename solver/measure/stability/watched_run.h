// A run that is watched for instability without using a clock. It is examined, and saved while it is calm, after steps
// that depend only on the run. So the findings about an unstable run are the same on every machine, however busy it is.
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
  // Takes the first look. The solver must outlive this object.
  explicit WatchedRun(Solver& solver);

  // Returns the step of the next look, at most `end`.
  std::uint64_t next_look(std::uint64_t end) const;
  // Returns why the field is unstable now, or an empty string. A calm state is saved as one to go back to.
  std::string look();
  // Returns why a run that ends here must be called unstable, also because of slow growth, or an empty string.
  std::string last_look();

  // Returns, for an unstable run, where the growth began (as far back as states were saved), its cause, and the remedy
  // that was tried and held. The result is one sentence without its full stop.
  std::string explain();
  // Call it after explain(). Goes back to the last good state and continues from there while none of the growth is
  // visible. Returns false if the field is not finite from the start.
  bool go_back();

 private:
  Solver& solver_;
  StabilityMonitor stability_;
  // Saves a state at every calm look, at any cost.
  CheckpointRing<Checkpoint> ring_{std::chrono::milliseconds(0), 0};
  bool grows_slowly_ = false;  // result of last_look()
  Runaway runaway_;            // result of explain()
};

}  // namespace ez
