#include "solver/engine/split_frame.h"

#include <algorithm>

namespace ez {
namespace {

// Finds the problem's Mur nodes by boundary and place along it. They contain k, and perfect conductors are not among
// them.
class MurNodes {
 public:
  explicit MurNodes(const Problem& p) : p_(p), nodes_(4 * longest(), nullptr) {
    const auto nx = static_cast<std::size_t>(p.nx);
    for (const MurNode& m : p.mur) {
      const int i = static_cast<int>(m.node % nx), j = static_cast<int>(m.node / nx);
      const bool vertical = m.inner + 1 == m.node || m.node + 1 == m.inner;
      nodes_[vertical ? key(i == 0 ? 0 : 1, j) : key(j == 0 ? 2 : 3, i)] = &m;
    }
  }
  SplitEdge edge(int side, int along) const {
    const int i = side == 0 ? 0 : side == 1 ? p_.nx - 1 : along, j = side == 2 ? 0 : side == 3 ? p_.ny - 1 : along;
    const int di = side == 0 ? 1 : side == 1 ? -1 : 0, dj = side == 2 ? 1 : side == 3 ? -1 : 0;
    const MurNode* m = nodes_[key(side, along)];
    return {i, j, i + di, j + dj, m ? m->k : 0, m == nullptr};
  }

 private:
  std::size_t longest() const { return static_cast<std::size_t>(std::max(p_.nx, p_.ny)); }
  std::size_t key(int side, int along) const {
    return static_cast<std::size_t>(side) * longest() + static_cast<std::size_t>(along);
  }

  const Problem& p_;
  std::vector<const MurNode*> nodes_;
};

}  // namespace

SplitFrame split_frame(const Problem& p) {
  const MurNodes nodes(p);
  SplitFrame out;
  for (int side = 0; side < 4; ++side)
    for (int along = 1; along < (side < 2 ? p.ny : p.nx) - 1; ++along) out.edges.push_back(nodes.edge(side, along));
  for (int k = 0; k < 4; ++k) {
    const int sx = k % 2, sy = k / 2, i = sx == 0 ? 0 : p.nx - 1, j = sy == 0 ? 0 : p.ny - 1;
    const int ii = sx == 0 ? 1 : p.nx - 2, jj = sy == 0 ? 1 : p.ny - 2;
    SplitCorner c;
    c.side_x = nodes.edge(2 + sy, ii);  // the neighbour in x is on the bottom or top boundary
    c.side_y = nodes.edge(sx, jj);
    c.along_x = {i, j, ii, j, 0, true};
    c.along_y = {i, j, i, jj, 0, true};
    for (const MurCorner& m : p.mur_corners)
      if (m.a.node == static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i)) {
        c.along_x.k = m.a.k, c.along_y.k = m.b.k;
        c.along_x.dead = c.along_y.dead = false;
      }
    out.corners.push_back(c);
  }
  return out;
}

}  // namespace ez
