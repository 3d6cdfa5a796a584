// The structure of a [[design]] (scene/design.h) while it is being made: the densities of its region, how they learn
// from a value and its derivatives, and the scene with the structure. While a design is in work, its structure is one
// shape of the scene, an image whose greys are mixtures of the two materials. The result consists of polygons.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "solver/design/adjoint_terms.h"
#include "solver/design/density.h"
#include "solver/design/goal.h"

namespace ez {

struct DesignIteration {
  int number = 0;    // counted from 1
  double value = 0;  // of the goal, for the structure before the step
  double grey = 0;   // greyness() of that structure
  double beta = 0;   // of its projection
  bool operator==(const DesignIteration&) const = default;
};

// Returns the nodes of a design's region.
NodeRect region_of(const Scene& scene, const Design& design);
// Returns the index of the shape that shows a structure in work; empty if the scene has none in the present region.
std::optional<std::size_t> picture_shape(const Scene& scene, const Design& design);
// Returns the picture of that shape; null if there is none.
const GreyPicture* picture_of(const Scene& scene, const Design& design);
// Returns the scene with this picture of the structure, which replaces an earlier one.
Scene with_picture(const Scene& scene, const Design& design, GreyPicture picture);
Scene without_picture(const Scene& scene, const Design& design);

class Structure {
 public:
  // The structure of scene.designs[design]: that of its picture if the scene has one, otherwise that at its beginning.
  // `scene` has passed validate(). Throws DesignError.
  Structure(const Scene& scene, std::size_t design);

  // Takes over an edited scene. Returns false, and changes nothing, if the region or its materials are others.
  bool continue_in(const Scene& scene, std::size_t design);
  // Begins again with this many iterations, from the present structure and its sharpness.
  void begin_polish(int iterations);

  // Returns the present structure as a picture, and the scene with it.
  GreyPicture picture() const;
  Scene drawn() const { return with_picture(scene_, design_, picture()); }
  // Improves the structure by the value of the goal for drawn(), and its derivatives. Throws DesignError if the value
  // is not a number.
  DesignIteration learn(double value, const Derivatives& derivatives);
  // Returns the derivative of the goal with respect to the density of each node, from those with respect to its medium.
  Densities gains(const Derivatives& derivatives) const;
  // Paints a material into the region: density 0 or 1 at the nodes within `radius` (nodes) of the line between two
  // places (nodes of the grid), and at their mirror images.
  void paint(Vec2 from, Vec2 to, double radius, double density);

  bool finished() const { return static_cast<int>(history_.size()) >= design_.iterations; }
  const std::vector<DesignIteration>& history() const { return history_; }
  // Returns the scene with the best structure so far, as polygons of the two materials.
  Scene result() const;
  // Returns result(), from which a further design starts, with a check that compares the goal with `value`, unless that
  // is empty.
  Scene finished_scene(std::optional<double> value) const;
  // Diameter of the smallest detail of the best structure, in the scene's unit.
  double measured_feature() const;

  const Scene& scene() const { return scene_; }  // without the picture
  const Design& design() const { return design_; }
  NodeRect region() const { return region_; }

 private:
  double beta() const;
  Densities densities_of(int margin) const;
  DensityMap map_for() const;
  void find_changes();

  Scene scene_;
  Design design_;
  NodeRect region_;
  double unit_;    // m
  double radius_;  // m
  DensityMap map_;
  Densities painted_, best_;
  double best_value_ = -std::numeric_limits<double>::infinity();
  double change_of_eps_ = 0, change_of_sigma_ = 0;  // from the first material to the second
  double first_beta_;
  Adam adam_;
  std::vector<DesignIteration> history_;
};

}  // namespace ez
