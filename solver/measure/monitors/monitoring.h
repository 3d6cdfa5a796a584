// The monitors of one run, and beside it the same run without shapes where one of them subtracts it: that one makes the
// same steps and takes the same edits.
#pragma once

#include <optional>
#include <string>

#include "solver/engine/backend.h"
#include "solver/measure/monitors/monitors.h"
#include "solver/run/solver.h"

namespace ez {

class Monitoring {
 public:
  // The run has been made, or edited: what its engine gathers is what its scene's monitors need. Where anything that
  // they see is another, they begin anew.
  void follow(Solver& run, const EngineMaker& maker);
  // Whether the run's engine averages the square of the main array too, for Quantity::intensity; from the next follow()
  // on.
  void average(bool on) { averages_ = on; }
  // The run starts over.
  void reset(Solver& run, const EngineMaker& maker);
  void advance(int steps);  // the run without shapes
  bool busy();
  void wait();
  // Samples are taken off the runs between two batches, and added up while the next one is being computed.
  void collect(Solver& run);
  void digest();

  const Monitors& monitors() const { return monitors_; }
  // Why the run without shapes, or the maps, are wanting; empty: they are not.
  const std::string& message() const { return message_; }
  Solver* empty_run() { return empty_ ? &*empty_ : nullptr; }

  struct Moment {
    Scene scene;
    Monitors monitors;
    std::optional<Checkpoint> empty_run;
  };
  Moment checkpoint(Solver& run);
  // As Solver::restore(); what was edited since begins anew.
  void restore(Solver& run, const Moment& moment);

 private:
  void make_empty_run(const Solver& run, const EngineMaker& maker);
  void gather_on(Solver& run);
  Gather wanted(const Solver& run) const;

  Scene scene_;  // what the monitors see of the run's
  Monitors monitors_;
  bool averages_ = false;
  std::optional<Solver> empty_;
  std::string message_;
  std::optional<Gathered> taken_, taken_empty_;
};

// The scene as its monitors' second run has it.
Scene without_shapes(Scene scene);

}  // namespace ez
