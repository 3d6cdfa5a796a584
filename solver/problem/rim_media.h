// grid.smoothing for the H arrays (Ex and Ey of an hz scene): the coefficients of each interface node, from the media
// that fill its cell and the direction of the interface.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/problem/problem.h"

namespace ez {

// A medium in one direction: number and loss as in RimCellPart, and poles.
struct RimMedium {
  double number = 1, loss = 0;
  std::vector<Pole> poles = {};
};

class RimMedia {
 public:
  // Prepares all interfaces of the grid. `media` is as the engine sees them.
  RimMedia(const Problem& p, const Scene& scene, const SceneMedia& of_scene, const std::vector<Medium>& media,
           const NodeMap& map);
  // Returns the entry of a node of hx or hy, or nullptr if no interface crosses its cell.
  const MagneticEntry* entry(FieldArray array, int i, int j) const;
  std::vector<CrossTerm> take_cross() { return std::move(cross_); }
  std::vector<DepolarisingTerm> take_depolarising() { return std::move(depolarising_); }

 private:
  std::unordered_map<std::size_t, MagneticEntry> hx_, hy_;  // by j·nx + i
  std::vector<CrossTerm> cross_;
  std::vector<DepolarisingTerm> depolarising_;
  std::size_t width_;  // nx
};

}  // namespace ez
