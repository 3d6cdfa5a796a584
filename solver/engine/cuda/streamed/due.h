// Operations that are due at single nodes, by rows of the grid, and by rows of a tile as the streaming kernel needs
// them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "solver/engine/cuda/streamed/pass.h"
#include "solver/problem/problem.h"

namespace ez::cuda::streamed {

// Rows in which more than half of the nodes of Ez or of Hx have terms, and columns in which more than half of those of
// Ez or of Hy have terms, in rising order. These are the edges of a plane wave's box.
struct Sheets {
  std::vector<int> rows, columns;
  bool operator==(const Sheets&) const = default;
};

// Positions of all operations, by rows. Made once for the plans of all levels.
class DueRows {
 public:
  explicit DueRows(const Problem& p);
  // Return the terms on this array, and the probes, in the rows [low, high). Probes exist only for Ez.
  std::span<const Term> terms(FieldArray array, int low, int high) const;
  struct Probe {
    int i, j, index;
  };
  std::span<const Probe> probes(int low, int high) const;
  std::size_t term_count() const { return terms_.size(); }
  const Sheets& sheets() const { return sheets_; }

 private:
  std::vector<Term> terms_;  // sorted by (array, j, i, …), in the problem's order
  std::array<std::vector<std::size_t>, yee_arrays.size()> first_;  // of each row, and the end
  std::vector<Probe> probes_;                                      // by rows
  std::vector<std::size_t> first_probe_;
  Sheets sheets_;
};

// The lists of all tiles of a plan.
struct DueLists {
  std::vector<DueRow> rows;
  std::vector<Amount> amounts;
  std::vector<InStep> in_step;
  std::vector<ProbeAt> probes;
  int values = 0;  // number of values of all amounts and terms in step of a pass
};
// Adds the operations that are due in the tile to the lists, and stores their places in the tile. `columns`: per lane.
template <class T>
void add_due(Tile<T>& tile, int columns, int levels, const DueRows& due, DueLists& lists);

}  // namespace ez::cuda::streamed
