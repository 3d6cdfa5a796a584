// Data of Mur's second-order boundaries: Ez on their two lines (the boundary nodes and the inner nodes) at the begin of
// a step, and the correction that each node stores (solver/physics/mur.h).
//
// The new value of a node needs the old values of its neighbours along the boundary, but the nodes of a boundary are
// not all at the same step. While row j advances from n to n+1, row j−1 is already at n+1 and row j+1 still at n. At
// the seam between two threads' bands the row above may be at n+1 too. The same holds for columns at the seam between
// two tiles. No node is more than one step away, so two slots, used alternately by the parity of the step, hold all
// values that are needed.
//
// Between batches only the corrections matter. A copy of the run's state must contain them in addition to the fields.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "solver/engine/cpu/field.h"
#include "solver/problem/problem.h"

namespace ez {

template <class T>
class MurLines {
 public:
  MurLines() = default;
  MurLines(int nx, int ny) : nx_(nx), ny_(ny) {
    for (auto& slot : slots_) slot.resize(4 * (static_cast<std::size_t>(nx) + static_cast<std::size_t>(ny)));
    corrections_.resize(slots_[0].size());
  }
  // Sets the nodes of second order. Discards the corrections of all other nodes.
  void set_nodes(const std::array<BoundaryKind, 4>& walls, const std::vector<Mur2Node>& nodes) {
    for (std::size_t s = 0; s < 4; ++s) on_[s] = walls[s] == BoundaryKind::mur2;
    std::vector<T> kept(corrections_.size(), T(0));
    for (const Mur2Node& m : nodes) kept[place(m.side, m.along)] = corrections_[place(m.side, m.along)];
    corrections_ = std::move(kept);
  }
  void forget() { std::fill(corrections_.begin(), corrections_.end(), T(0)); }
  bool has(Side side) const { return on_[static_cast<std::size_t>(side)]; }

  // Returns the index of boundary node `along` in a slot. The index of the inner node is larger by length(side).
  std::size_t place(Side side, int along) const {
    const auto nx = static_cast<std::size_t>(nx_), ny = static_cast<std::size_t>(ny_);
    const std::size_t begin = side == Side::left     ? 0
                              : side == Side::right  ? 2 * ny
                              : side == Side::bottom ? 4 * ny
                                                     : 4 * ny + 2 * nx;
    return begin + static_cast<std::size_t>(along);
  }
  std::size_t length(Side side) const { return static_cast<std::size_t>(across_x(side) ? ny_ : nx_); }

  // Begins a batch. Its time n is in slot n mod 2.
  void begin(const Field<T>& field) {
    for (Side side : all_sides)
      if (has(side)) record(side, 0, static_cast<int>(length(side)), slots_[0], field);
  }
  const T* now(int step) const { return slots_[static_cast<std::size_t>(step) % 2].data(); }
  T& correction(std::size_t place) { return corrections_[place]; }
  // Returns true if row j has nodes that are stored in a slot.
  bool has_row(int j) const {
    return has(Side::left) || has(Side::right) || (has(Side::bottom) && j == 1) || (has(Side::top) && j == ny_ - 1);
  }
  // Records columns [begin, end) of row j after their `step`, points included. The nodes of the bottom boundary are set
  // with row 1 and those of the left boundary with column 1, so row 0 and column 0 are recorded with them.
  void row_done(int j, int begin, int end, int step, const Field<T>& field) {
    std::vector<T>& next = slots_[static_cast<std::size_t>(step + 1) % 2];
    if (has(Side::left) && begin == 0) record(Side::left, j == 1 ? 0 : j, j + 1, next, field);
    if (has(Side::right) && end == nx_) record(Side::right, j == 1 ? 0 : j, j + 1, next, field);
    if (j == 1 && has(Side::bottom)) record(Side::bottom, begin, end, next, field);
    if (j == ny_ - 1 && has(Side::top)) record(Side::top, begin, end, next, field);
  }

  // Corrections for a copy of the run's state, between batches. Indexed by place(); 0 at nodes that are not of second
  // order.
  std::vector<T>& memory() { return corrections_; }

 private:
  void record(Side side, int begin, int end, std::vector<T>& to, const Field<T>& field) const {
    T* edge = to.data() + place(side, 0);
    T* inner = edge + length(side);
    if (across_x(side)) {
      const int i = side == Side::left ? 0 : nx_ - 1, ii = side == Side::left ? 1 : nx_ - 2;
      for (int j = begin; j < end; ++j) edge[j] = field.ez(j)[i], inner[j] = field.ez(j)[ii];
    } else {
      const T *wall = field.ez(side == Side::bottom ? 0 : ny_ - 1),
              *inner_row = field.ez(side == Side::bottom ? 1 : ny_ - 2);
      std::copy(wall + begin, wall + end, edge + begin);
      std::copy(inner_row + begin, inner_row + end, inner + begin);
    }
  }

  int nx_ = 0, ny_ = 0;
  std::array<bool, 4> on_{};  // by Side
  std::array<std::vector<T>, 2> slots_;
  std::vector<T> corrections_;
};

}  // namespace ez
