// The derivatives of a goal while the wave runs. The forward run is a steady wave, and an adjoint run makes the same
// steps. The materials of both change every few periods without a restart. After each change the fields adapt within
// some periods, which is faster than new runs. The caller owns the forward run, which may be the one that a window
// shows.
//
// Two arrays about a quarter of a period apart give the phasors: with Ez(t) = Re(Y·e^(−iω(t − t₂))),
//   Re Y = Ez(t₂),  Im Y = (Ez(t₂)·cos ω(t₂ − t₁) − Ez(t₁))/sin ω(t₂ − t₁).
// So a period need not have a whole number of steps.
//
// It converges for a contrast of ε up to about 6. Sharper resonances need the runs of AdjointRuns, which end when the
// field has faded.
#pragma once

#include <optional>
#include <vector>

#include "solver/design/adjoint_terms.h"
#include "solver/design/goal.h"
#include "solver/engine/backend.h"
#include "solver/run/solver.h"

namespace ez {

class LiveAdjoint {
 public:
  static constexpr int periods = 4;  // between two values

  // `scene` is that of the forward run. Throws FormulaError, OutOfMemory, EngineError, and DesignError if the goal has
  // several frequencies or a source is not a steady wave of the goal's frequency.
  LiveAdjoint(const Scene& scene, const std::string& goal, NodeRect region, const EngineMaker& maker);

  // Changes the shapes and materials of the adjoint run, and keeps its field. Throws EngineError.
  void apply(const Scene& scene);
  // Returns the steps that both runs make until the next look().
  int steps_to_look() const { return steps_to_look_; }
  // Queues steps of the adjoint run, at most steps_to_look(). The caller makes the same steps of the forward run.
  void advance(int steps);
  // Call it when steps_to_look() is 0. Reads the fields of both runs. Returns true if value() and derivatives() are
  // new, which is the case after every second call.
  bool look(Solver& forward);
  // The forward run has made other steps: waits for `periods` again.
  void start_again();

  double value() const { return value_; }  // not a number while the wave has not reached the goal
  const Derivatives& derivatives() const { return derivatives_; }
  // Returns seconds of the adjoint run per step since the last call; 0: unknown.
  double take_seconds_per_step();

 private:
  using Complex = std::complex<double>;
  struct Snapshot {
    double time = 0;  // s
    std::vector<double> ez;
  };
  static Snapshot snapshot_of(Solver& run);
  void check_sources() const;
  void drive_adjoint(const std::vector<Complex>& g);
  Derivatives derivatives_of(const std::vector<Complex>& forward, const std::vector<Complex>& g);
  std::vector<Complex> in_region(const std::vector<Complex>& phasors) const;

  Scene scene_;
  Monitors monitors_;
  Goal goal_;
  NodeRect region_;
  EngineMaker maker_;
  double frequency_;
  double dt_;  // s
  int steps_to_look_ = 0;
  std::optional<Snapshot> before_, adjoint_before_;  // a quarter of a period before the value
  std::optional<Solver> adjoint_;                    // none until the goal has a derivative
  std::vector<Complex> driven_;  // g that the adjoint's currents have, with its phase and size taken out
  double value_ = 0;
  Derivatives derivatives_;
};

// Returns the phasor Y at the second of two times (s), at each node.
std::vector<std::complex<double>> steady_phasors(const std::vector<double>& before, const std::vector<double>& now,
                                                 double seconds_between, double frequency);

}  // namespace ez
