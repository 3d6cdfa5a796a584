// The nodes on the boundaries: which are zero, and how Mur's nodes are set. problem.h shows the corners.
#include <cmath>

#include "solver/problem/problem_parts.h"

namespace ez {

void set_walls(Problem& p, const FaultSet& faults, const NodeMap& map) {
  const auto put = [&](int i, int j, bool wall) { p.electric.set(i, j, wall ? p.wall_entry : map.at(i, j)); };
  const bool left = has_wall_entry(p.wall(Side::left)), right = has_wall_entry(p.wall(Side::right));
  const bool bottom = has_wall_entry(p.wall(Side::bottom)), top = has_wall_entry(p.wall(Side::top));
  for (int j = 0; j < p.ny; ++j) {
    const bool row = (j == 0 && bottom) || (j == p.ny - 1 && top);
    put(0, j, left || row);
    put(p.nx - 1, j, right || row);
  }
  for (int i = 1; i < p.nx - 1; ++i) {
    put(i, 0, bottom);
    put(i, p.ny - 1, top);
  }
  // Fault::half_depth: the layer is graded as usual, but a wall of zeros cuts it at half its cells.
  for (Side side : all_sides) {
    if (!has_layer(p.wall(side)) || !faults.has(side, Fault::half_depth)) continue;
    const AxisLayers& axis = across_x(side) ? p.x : p.y;
    const int depth = (at_low_end(side) ? axis.low : axis.high) / 2;
    for (int along = 0; along < length_of(p, side); ++along) {
      const Node n = node_at(p, side, depth, along);
      p.electric.set(n.i, n.j, p.wall_entry);
    }
  }
}

namespace {

class MurSides {
 public:
  MurSides(Problem& p, const std::vector<Medium>& media, const FaultSet& faults, const NodeMap& map)
      : p_(p), media_(media), faults_(faults), map_(map) {}

  void set() {
    p_.mur.clear();
    p_.mur2.clear();
    p_.mur_corners.clear();
    for (Side side : all_sides)
      if (is_mur(p_.wall(side))) nodes_of(side);
    for (Side sx : {Side::left, Side::right})
      for (Side sy : {Side::bottom, Side::top}) corner_of(sx, sy);
  }

 private:
  const Medium& medium(Node n) const { return media_[map_.at(n.i, n.j)]; }
  std::size_t index(Node n) const { return index_of(p_, n.i, n.j); }

  // Returns the node's Courant number S = cΔt/(Δ⊥√(ε_rμ_r)). A fault computes S for a cell of twice the size.
  double courant(Side side, Node n) const {
    const Medium& m = medium(n);
    const double delta = (across_x(side) ? p_.dx : p_.dy) * (faults_.has(side, Fault::mur_other_delta) ? 2 : 1);
    return c0 * p_.dt / (delta * std::sqrt(m.eps * m.mu));
  }
  MurNode first_order(Side side, int along) const {
    const Node n = node_at(p_, side, 0, along);
    const double S = courant(side, n);
    return {index(n), index(node_at(p_, side, 1, along)), (S - 1) / (S + 1)};
  }
  // S²Δ⊥² is (cΔt)²/(ε_rμ_r), so d does not depend on the Δ⊥ used for the Courant number.
  Mur2Node second_order(Side side, int along, int low, int high) const {
    const Node n = node_at(p_, side, 0, along);
    const double S = courant(side, n), cell_along = across_x(side) ? p_.dy : p_.dx, step = c0 * p_.dt / cell_along;
    const double d = step * step / (medium(n).eps * medium(n).mu) / (2 * (S + 1));
    return {index(n), index(node_at(p_, side, 1, along)), (S - 1) / (S + 1), d, side, along, low, high};
  }
  // Returns the index of the neighbour of `along` one step down or up. It is mirrored at PMC
  // and wrapped at a periodic end.
  int neighbour(Side side, int along, int step) const {
    const int n = length_of(p_, side), to = along + step;
    if (to >= 0 && to < n) return to;
    const Side end = across_x(side) ? (step < 0 ? Side::bottom : Side::top) : (step < 0 ? Side::left : Side::right);
    return facts_of(p_.wall(end)).in_pairs ? (to + n) % n : along - step;
  }
  // Returns true if all three nodes have the same medium and none is in a layer of the adjacent sides.
  bool uniform(Side side, int along, int low, int high) const {
    const AxisLayers& across = across_x(side) ? p_.y : p_.x;
    if (across.has_e(low) || across.has_e(high)) return false;
    const Medium& m = medium(node_at(p_, side, 0, along));
    return medium(node_at(p_, side, 0, low)) == m && medium(node_at(p_, side, 0, high)) == m;
  }
  bool no_corner(Side side) const {
    return facts_of(p_.wall(side)).mur_order == 2 && faults_.has(side, Fault::mur2_no_corner);
  }
  void nodes_of(Side side) {
    const int n = length_of(p_, side);
    const Side low_end = across_x(side) ? Side::bottom : Side::left,
               high_end = across_x(side) ? Side::top : Side::right;
    const int begin = no_corner(side) || has_wall_entry(p_.wall(low_end)) ? 1 : 0;
    const int end = no_corner(side) || has_wall_entry(p_.wall(high_end)) ? n - 1 : n;
    for (int along = begin; along < end; ++along) {
      if (medium(node_at(p_, side, 0, along)).perfect()) continue;
      const int low = neighbour(side, along, -1), high = neighbour(side, along, 1);
      if (facts_of(p_.wall(side)).mur_order == 2 && uniform(side, along, low, high))
        p_.mur2.push_back(second_order(side, along, low, high));
      else
        p_.mur.push_back(first_order(side, along));
    }
  }
  void corner_of(Side sx, Side sy) {
    if (!is_mur(p_.wall(sx)) || !is_mur(p_.wall(sy))) return;
    if (no_corner(sx) || no_corner(sy)) return;
    const int i = sx == Side::left ? 0 : p_.nx - 1, j = sy == Side::bottom ? 0 : p_.ny - 1;
    if (!medium({i, j}).perfect()) p_.mur_corners.push_back({first_order(sx, j), first_order(sy, i)});
  }

  Problem& p_;
  const std::vector<Medium>& media_;
  const FaultSet& faults_;
  const NodeMap& map_;
};

}  // namespace

void set_mur(Problem& p, const std::vector<Medium>& media, const FaultSet& faults, const NodeMap& map) {
  MurSides(p, media, faults, map).set();
}

}  // namespace ez
