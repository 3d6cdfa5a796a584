// The line of a mode source or monitor as a cross-section of the grid.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/scene/raster/raster.h"
#include "solver/theory/section_modes.h"

namespace ez {

// The media along a line of nodes, as the engine sees them, and the boundary's walls. Of a medium with losses the real
// part.
class CrossSection {
 public:
  // By what `map` has, whose first node is `origin`.
  CrossSection(const Scene& scene, const std::vector<Node>& line, const NodeMap& map, Node origin = {});
  // By the scene's shapes.
  CrossSection(const Scene& scene, Vec2 from, Vec2 to);

  Section at(double frequency) const;
  std::size_t nodes() const { return bare_.nodes.size(); }

 private:
  static constexpr std::size_t wall = static_cast<std::size_t>(-1);
  void set(const Scene& scene, const std::vector<Node>& line, const NodeMap& map, Node origin);

  Section bare_;                      // walls and distances
  std::vector<Medium> media_;         // that the line meets
  std::vector<std::size_t> of_node_;  // among them; `wall`: the node lies on an electric wall of the boundary
};

Section section_of(const Scene& scene, const std::vector<Node>& line, double frequency, const NodeMap& map,
                   Node origin = {});
Section section_of(const Scene& scene, Vec2 from, Vec2 to, double frequency);

}  // namespace ez
