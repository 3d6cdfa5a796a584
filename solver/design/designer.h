// Makes the structure of a [[design]] (scene/design.h): changes the densities of its region step by step, so that the
// goal becomes larger, and turns the best structure into ordinary shapes.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "solver/design/adjoint.h"
#include "solver/design/density.h"
#include "solver/design/live.h"

namespace ez {

struct DesignIteration {
  int number = 0;    // counted from 1
  double value = 0;  // of the goal, for the structure before the step
  double grey = 0;   // greyness() of that structure
  double beta = 0;   // of its projection
  bool operator==(const DesignIteration&) const = default;
};

// The structure, and how it learns from a value and its derivatives, wherever these come from.
class Structure {
 public:
  // The structure of scene.designs[design] at its beginning. `scene` has passed validate(). Throws DesignError.
  Structure(const Scene& scene, std::size_t design);

  // Returns the scene with the present structure, as an image whose greys are mixtures of the two materials.
  Scene drawn() const;
  // Improves the structure by the value of the goal for drawn(), and its derivatives. Throws DesignError if the value
  // is not a number.
  DesignIteration learn(double value, const Derivatives& derivatives);
  // Paints a material into the region: density 0 or 1 at the nodes within `radius` (nodes) of `at` (nodes of the grid).
  void paint(Vec2 at, double radius, double density);

  bool finished() const { return static_cast<int>(history_.size()) >= design_.iterations; }
  const std::vector<DesignIteration>& history() const { return history_; }
  // Returns the scene with the best structure so far, as polygons of the two materials.
  Scene result() const;
  // Diameter of the smallest detail of the best structure, in the scene's unit.
  double measured_feature() const;

  const Scene& scene() const { return scene_; }
  const Design& design() const { return design_; }
  NodeRect region() const { return region_; }

 private:
  double beta() const;
  Densities densities_of(int margin) const;
  DensityMap map_for() const;

  Scene scene_;
  Design design_;
  NodeRect region_;
  double unit_;    // m
  double radius_;  // m
  DensityMap map_;
  Densities painted_, best_;
  double best_value_ = -std::numeric_limits<double>::infinity();
  double change_of_eps_ = 0, change_of_sigma_ = 0;  // from the first material to the second
  Adam adam_;
  std::vector<DesignIteration> history_;
};

// A design by pairs of runs. Each run starts from zero and ends when the field has faded.
class Designer {
 public:
  using Progress = AdjointRuns::Progress;

  // Throws FormulaError, DesignError, OutOfMemory and EngineError.
  Designer(const Scene& scene, std::size_t design, const EngineMaker& maker, const AdjointOptions& options = {});

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

// A design while the wave runs (live.h).
class LiveDesigner {
 public:
  static constexpr int periods = 4;  // between two improvements

  // Throws FormulaError, DesignError, OutOfMemory and EngineError.
  LiveDesigner(const Scene& scene, std::size_t design, const EngineMaker& maker);

  // Advances by `periods` and improves the structure.
  DesignIteration iterate();
  void paint(Vec2 at, double radius, double density) { structure_.paint(at, radius, density); }

  const Structure& structure() const { return structure_; }
  const LiveAdjoint& runs() const { return runs_; }

 private:
  Structure structure_;
  LiveAdjoint runs_;
};

// Returns the nodes of a design's region.
NodeRect region_of(const Scene& scene, const Design& design);

}  // namespace ez
