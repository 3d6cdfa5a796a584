// Media that are not entries of the palette, node by node: from formulas, a ramp's greys and means over cells. raster.h
// combines them with the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/scene/raster/raster.h"

namespace ez {

// Rasterises a part of a scene with such media. Its first node is (0, 0) of the map.
NodeMap rasterize_mixed(const Scene& scene, NodeRect part);

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
// Returns the ranges of materials that any node has. Formulas that do not parse are skipped.
std::vector<GradedRange> graded_ranges(const Scene& scene);

}  // namespace ez
