// The monitors of one run. If a monitor subtracts it, also the same run without shapes, which makes the same steps and
// takes the same edits.
#pragma once

#include <optional>
#include <string>

#include "solver/engine/backend.h"
#include "solver/measure/monitors/monitors.h"
#include "solver/run/solver.h"

namespace ez {

class Monitoring {
 public:
  // Call it after the run was made or edited. The engine then gathers the data that the scene's monitors need. The
  // monitors restart if anything that affects them has changed.
  void follow(Solver& run, const EngineMaker& maker);
  // Sets whether the run's engine also averages the square of the main array, for Quantity::intensity. Takes effect at
  // the next follow().
  void average(bool on) { averages_ = on; }
  // Call it when the run restarts.
  void reset(Solver& run, const EngineMaker& maker);
  void advance(int steps);  // advances the run without shapes
  bool busy();
  void wait();
  // collect() takes samples from the runs between two batches. digest() adds them to the sums while the next batch is
  // computed.
  void collect(Solver& run);
  void digest();

  const Monitors& monitors() const { return monitors_; }
  // Says why the run without shapes, or the maps, are not available; empty if they are.
  const std::string& message() const { return message_; }
  Solver* empty_run() { return empty_ ? &*empty_ : nullptr; }

  struct Moment {
    Scene scene;
    Monitors monitors;
    std::optional<Checkpoint> empty_run;
  };
  Moment checkpoint(Solver& run, StateFor whom = StateFor::same_engine);
  // See Solver::restore(). Parts that were edited since the checkpoint restart.
  void restore(Solver& run, const Moment& moment);

 private:
  void make_empty_run(const Solver& run, const EngineMaker& maker);
  void gather_on(Solver& run);
  Gather wanted(const Solver& run) const;

  Scene scene_;  // the part of the run's scene that affects the monitors
  Monitors monitors_;
  bool averages_ = false;
  std::optional<Solver> empty_;
  std::string message_;
  std::optional<Gathered> taken_, taken_empty_;
};

// Returns the scene for the monitors' second run.
Scene without_shapes(Scene scene);

}  // namespace ez
