// The media of a scene as one value. It is made once for an edit and passed to everything that needs it, because the
// ranges of formulas need every node.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "solver/scene/raster/raster.h"

namespace ez {

// Range of values at the nodes of one graded material. Each node uses the formula in the frame of its shape.
struct GradedRange {
  std::string material;
  double least_eps = 0, most_eps = 0, least_sigma = 0, most_sigma = 0;
  struct Place {
    bool of_eps = true;
    double value = 0;
    Vec2 at;        // x and y of the formula
    Vec2 in_scene;  // the same position in the scene's unit
  };
  std::optional<Place> wrong;  // first node with ε not above 0, σ below 0, or a value that is not a number
  Place least;                 // smallest ε
};

// It never changes. Runs in other threads may share it.
class SceneMedia {
 public:
  explicit SceneMedia(const Scene& scene);
  // Returns true if the scene has these media. Other parts of it may differ.
  bool are_of(const Scene& scene) const;

  const std::vector<PaletteEntry>& palette() const { return palette_; }
  // Returns the entries that a user can draw with: all of them; for a gas or heat the solid and the states.
  const std::vector<PaletteEntry>& offered() const { return offered_.empty() ? palette_ : offered_; }
  // Returns the media that nodes can have: the background and the shapes' materials.
  const std::vector<PaletteEntry>& used() const { return used_; }

  // Here and below, the first call evaluates the formulas at every node, so the shapes and the grid must be valid.
  // Returns the ranges of the graded materials that any node has. Skips formulas that do not parse.
  const std::vector<GradedRange>& ranges() const;
  // Returns used(), with the smallest numbers of graded materials, followed by these media with the largest numbers.
  // A material whose formula has an error keeps its own numbers.
  const std::vector<PaletteEntry>& extreme() const;

 private:
  void evaluate() const;

  Scene scene_;  // only the parts that determine the media
  std::vector<PaletteEntry> palette_, offered_, used_;
  mutable std::once_flag evaluated_;
  mutable std::vector<GradedRange> ranges_;
  mutable std::vector<PaletteEntry> extreme_;
};
using SharedMedia = std::shared_ptr<const SceneMedia>;

// Returns `known` if these are the scene's media, and makes them otherwise.
SharedMedia media_of(const Scene& scene, const SharedMedia& known = {});

}  // namespace ez
