// The value of a goal and its derivative with respect to the material of every node of a region, from two runs with
// pulses that end when the field has faded. adjoint_terms.h has the equations. Currents at K frequencies are sums of 2K
// pulses, sine and cosine of each frequency under one Gaussian, whose amplitudes solve a real system of 2K equations.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "solver/design/adjoint_terms.h"
#include "solver/design/goal.h"
#include "solver/engine/backend.h"
#include "solver/run/solver.h"

namespace ez {

struct AdjointOptions {
  double fading = 1e-4;       // a run ends when the field where the goal reads it has fallen to this part of its peak
  double most_periods = 400;  // but at the latest after this many periods
};

class AdjointRuns {
 public:
  // Called a few times per second with the steps made. If it returns false, the evaluation is cancelled.
  using Progress = std::function<bool(std::uint64_t steps)>;

  // `scene` has passed validate(). Its sources get a pulse that contains the goal's frequencies. Throws FormulaError,
  // DesignError, OutOfMemory and EngineError.
  AdjointRuns(const Scene& scene, const std::string& goal, NodeRect region, const EngineMaker& maker,
              const AdjointOptions& options = {});

  // Runs `scene`, which differs from the first one in its shapes only, and returns the value of the goal. Empty if
  // cancelled. Throws EngineError.
  std::optional<double> value(const Scene& scene, const Progress& progress = {});
  // Returns the derivatives at the structure of the last value(), from an adjoint run. Empty if cancelled.
  std::optional<Derivatives> derivatives(const Progress& progress = {});

  // Returns whether the last value() is independent of the sources' strength (Goal::is_relative).
  bool is_relative() const { return goal_.is_relative(points_); }

 private:
  using Complex = std::complex<double>;
  Scene forward_scene(const Scene& scene) const;
  Scene adjoint_scene(const Scene& forward, const Goal::Phasors& g, double& scale) const;
  void start(std::optional<Solver>& run, const Scene& scene) const;
  bool run_until_faded(Solver& run, Goal::Phasors& points, const Progress& progress);
  bool run_steps(Solver& run, std::uint64_t steps, const Progress& progress) const;
  std::vector<std::vector<Complex>> region_phasors(Solver& run) const;

  AdjointOptions options_;
  Scene scene_;
  Monitors monitors_;
  Goal goal_;
  NodeRect region_;
  EngineMaker maker_;
  Gather gather_;
  Modulated pulse_;
  std::optional<Solver> forward_, adjoint_;
  Goal::Phasors points_;
  std::uint64_t steps_ = 0;
};

}  // namespace ez
