// A design while the wave runs: the run and its adjoint go on as steady waves, and the materials change every few
// periods without a restart. After each change the fields adapt within some periods, which is faster than new runs.
//
// The phasors are those of the last period, from sums over exactly one period, which has a whole number of steps. Two
// arrays a quarter of a period apart give those of the region: X = [e(t) − i·e(t − T/4)]·e^(iωt).
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
  // `scene` has passed validate(), and its goal one frequency. All its sources become steady waves of that frequency.
  // Throws FormulaError, DesignError, OutOfMemory and EngineError.
  LiveAdjoint(const Scene& scene, const std::string& goal, NodeRect region, const EngineMaker& maker);

  // Changes the shapes of both runs, and keeps their fields.
  void apply(const Scene& scene);
  // Advances both runs by whole periods, at least one.
  void advance(int periods);
  // The value of the goal and its derivatives, from the last period.
  double value() const { return value_; }
  const Derivatives& derivatives() const { return derivatives_; }

  const Solver& forward() const { return *forward_; }
  Solver& forward() { return *forward_; }
  int steps_per_period() const { return steps_; }

 private:
  using Complex = std::complex<double>;
  Scene steady(const Scene& scene) const;
  void drive_adjoint(const std::vector<Complex>& g);
  std::vector<Complex> last_period(Solver& run, std::vector<Complex>& region) const;

  Scene scene_;
  Monitors monitors_;
  Goal goal_;
  NodeRect region_;
  EngineMaker maker_;
  double frequency_;
  int steps_ = 0;
  double courant_ = 0;
  std::optional<Solver> forward_, adjoint_;
  std::vector<Complex> driven_;  // g that the adjoint's currents have, with its phase and size taken out
  double value_ = 0;
  Derivatives derivatives_;
};

}  // namespace ez
