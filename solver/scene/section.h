// Treats the line of a mode source or monitor as a cross-section of the grid.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/scene/raster/raster.h"
#include "solver/theory/section_modes.h"

namespace ez {

// The media along a line of nodes, as the engine sees them, and the boundary's walls. For a
// lossy medium it uses the real part.
class CrossSection {
 public:
  // Uses the media of `map`, whose first node is `origin`.
  CrossSection(const Scene& scene, const std::vector<Node>& line, const NodeMap& map, Node origin);
  // Uses the scene's shapes.
  CrossSection(const Scene& scene, Vec2 from, Vec2 to);

  Section at(double frequency) const;
  std::size_t nodes() const { return bare_.nodes.size(); }

 private:
  static constexpr std::size_t wall = static_cast<std::size_t>(-1);
  void set(const Scene& scene, const std::vector<Node>& line, const NodeMap& map, Node origin);

  Section bare_;                      // walls and distances only
  std::vector<Medium> media_;         // media that the line crosses
  std::vector<std::size_t> of_node_;  // indices into them; `wall`: the node is on an electric wall of the boundary
};

Section section_of(const Scene& scene, Vec2 from, Vec2 to, double frequency);

}  // namespace ez
