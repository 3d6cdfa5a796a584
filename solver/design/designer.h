// Makes the structure of a [[design]] (structure.h): changes the densities of its region step by step, so that the goal
// becomes larger.
#pragma once

#include <optional>

#include "solver/design/adjoint.h"
#include "solver/design/live.h"
#include "solver/design/structure.h"

namespace ez {

// A design by pairs of runs. Each run starts from zero and ends when the field has faded.
class Designer {
 public:
  using Progress = AdjointRuns::Progress;

  // Throws FormulaError, DesignError, OutOfMemory and EngineError.
  Designer(const Scene& scene, std::size_t design, const EngineMaker& maker, const AdjointOptions& options = {})
      : Designer(Structure(scene, design), maker, options) {}
  Designer(Structure structure, const EngineMaker& maker, const AdjointOptions& options = {});

  // Evaluates the present structure and improves it. If cancelled, returns nothing and leaves the structure unchanged.
  std::optional<DesignIteration> iterate(const Progress& progress = {});
  // Returns whether the goal is independent of the sources' strength. Needs a finished iteration.
  bool is_relative() const { return runs_.is_relative(); }
  // Returns the value of the goal for a scene with other shapes, `refine` times as fine. Empty if cancelled.
  std::optional<double> value_of(const Scene& scene, double refine, const Progress& progress = {}) const;

  const Structure& structure() const { return structure_; }

 private:
  Structure structure_;
  EngineMaker maker_;
  AdjointOptions options_;
  AdjointRuns runs_;
};

// A design while the wave runs (live.h). The caller owns the forward run, whose scene has the structure's picture, and
// makes the same steps of it.
class LiveDesigner {
 public:
  // Throws FormulaError, DesignError, OutOfMemory and EngineError.
  LiveDesigner(Structure structure, const EngineMaker& maker);

  int steps_to_look() const { return runs_.steps_to_look(); }
  void advance(int steps) { runs_.advance(steps); }  // queues steps of the adjoint run
  // Call it when steps_to_look() is 0 and both runs have made their steps. Improves the structure after every
  // `periods`. Returns nothing if there was nothing to learn. Throws DesignError if the goal has no value for long.
  std::optional<DesignIteration> look(Solver& forward);
  void start_again() { runs_.start_again(); }  // the forward run has made other steps
  // Shows the present structure to the adjoint run. Call it when the forward run has it. If it is another one, the
  // periods until the next look() start again.
  void show();
  void paint(Vec2 from, Vec2 to, double radius, double density) { structure_.paint(from, to, radius, density); }
  // Returns Structure::gains() at the last look that returned an iteration.
  Densities gains() const { return structure_.gains(runs_.derivatives()); }
  double take_seconds_per_step() { return runs_.take_seconds_per_step(); }

  const Structure& structure() const { return structure_; }

 private:
  Structure structure_;
  GreyPicture shown_;  // that the adjoint run has
  LiveAdjoint runs_;
  int empty_looks_ = 0;
};

}  // namespace ez
