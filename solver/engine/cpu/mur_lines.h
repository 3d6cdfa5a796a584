// What Mur's second-order sides need: Ez of their two lines (the wall's nodes and the inner ones) as a step begins, and
// the correction that each node remembers (solver/physics/mur.h).
//
// A node's new value asks for its neighbours along the side as they were, and the nodes of a side are not all at the
// same time: while row j goes from n to n+1, row j−1 is at n+1 already and row j+1 still at n, and at the seam between
// two threads' bands the row above may be at n+1 too; so it is with columns at the seam between two tiles. None is ever
// further off, so two slots, taken in turns by the parity of the step, hold all that anyone asks for.
//
// Between batches only the corrections matter: they are what a copy of the run's state has to keep beside the fields.
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
  // Nodes that are no longer of second order forget their correction.
  void set_nodes(const std::array<BoundaryKind, 4>& walls, const std::vector<Mur2Node>& nodes) {
    for (std::size_t s = 0; s < 4; ++s) on_[s] = walls[s] == BoundaryKind::mur2;
    std::vector<T> kept(corrections_.size(), T(0));
    for (const Mur2Node& m : nodes) kept[place(m.side, m.along)] = corrections_[place(m.side, m.along)];
    corrections_ = std::move(kept);
  }
  void forget() { std::fill(corrections_.begin(), corrections_.end(), T(0)); }
  bool has(Side side) const { return on_[static_cast<std::size_t>(side)]; }

  // Place of the wall's node `along` a side in a slot; the inner node's lies length(side) further on.
  std::size_t place(Side side, int along) const {
    const auto nx = static_cast<std::size_t>(nx_), ny = static_cast<std::size_t>(ny_);
    const std::size_t begin = side == Side::left     ? 0
                              : side == Side::right  ? 2 * ny
                              : side == Side::bottom ? 4 * ny
                                                     : 4 * ny + 2 * nx;
    return begin + static_cast<std::size_t>(along);
  }
  std::size_t length(Side side) const { return static_cast<std::size_t>(across_x(side) ? ny_ : nx_); }

  // A batch begins: time n of it is in slot n mod 2.
  void begin(const Field<T>& field) {
    for (Side side : all_sides)
      if (has(side)) record(side, 0, static_cast<int>(length(side)), slots_[0], field);
  }
  const T* now(int step) const { return slots_[static_cast<std::size_t>(step) % 2].data(); }
  T& correction(std::size_t place) { return corrections_[place]; }
  // Whether row j's nodes are ever asked for.
  bool has_row(int j) const {
    return has(Side::left) || has(Side::right) || (has(Side::bottom) && j == 1) || (has(Side::top) && j == ny_ - 1);
  }
  // Columns [begin, end) of row j and its points are done with `step`. The bottom's nodes are set with row 1, those of
  // the left with column 1: row 0 and column 0 have waited for it.
  void row_done(int j, int begin, int end, int step, const Field<T>& field) {
    std::vector<T>& next = slots_[static_cast<std::size_t>(step + 1) % 2];
    if (has(Side::left) && begin == 0) record(Side::left, j == 1 ? 0 : j, j + 1, next, field);
    if (has(Side::right) && end == nx_) record(Side::right, j == 1 ? 0 : j, j + 1, next, field);
    if (j == 1 && has(Side::bottom)) record(Side::bottom, begin, end, next, field);
    if (j == ny_ - 1 && has(Side::top)) record(Side::top, begin, end, next, field);
  }

  // For a copy of the run's state, between batches: by place(), 0 where a node is not of second order.
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
              *beside = field.ez(side == Side::bottom ? 1 : ny_ - 2);
      std::copy(wall + begin, wall + end, edge + begin);
      std::copy(beside + begin, beside + end, inner + begin);
    }
  }

  int nx_ = 0, ny_ = 0;
  std::array<bool, 4> on_{};  // by Side
  std::array<std::vector<T>, 2> slots_;
  std::vector<T> corrections_;
};

}  // namespace ez
