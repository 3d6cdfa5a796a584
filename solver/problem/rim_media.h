// grid.smoothing for the H arrays (Ex and Ey of an hz scene): what each rim node is computed with, by what fills its
// cell and by the rim's direction.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solver/problem/problem.h"

namespace ez {

// A medium of one direction: number and loss of RimCellPart, and poles.
struct RimMedium {
  double number = 1, loss = 0;
  std::vector<Pole> poles = {};
};

class RimMedia {
 public:
  // `media` as the engine sees them. All of the grid's rims.
  RimMedia(const Problem& p, const Scene& scene, const std::vector<Medium>& media, const NodeMap& map);
  // The rim at a node of hx or hy; nullptr: no rim runs through its cell.
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
