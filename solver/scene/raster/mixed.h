// Media that are no entry of the palette: of formulas, of a ramp's greys and means over cells, node by node;
// raster.h draws them with the rest.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/scene/raster/raster.h"

namespace ez {

// A part of a scene with such media, drawn anew; its first node is (0, 0) of the map.
NodeMap rasterize_mixed(const Scene& scene, NodeRect part);

// What the nodes of one graded material have, each by the formula of the shape that it lies in.
struct GradedRange {
  std::string material;
  double least_eps = 0, most_eps = 0, least_sigma = 0, most_sigma = 0;
  struct Place {
    bool of_eps = true;
    double value = 0;
    Vec2 at;        // x and y of the formula
    Vec2 in_scene;  // the same place in the scene's unit
  };
  std::optional<Place> wrong;  // first node whose ε is not above 0, or whose σ is below; or that is no number
  Place least;                 // of ε
};
// Of those that any node is made of; formulas that do not parse are left out.
std::vector<GradedRange> graded_ranges(const Scene& scene);

}  // namespace ez
