// What is due at single nodes: by rows of the grid, and by rows of a tile as the streaming kernel wants it.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "solver/engine/cuda/streamed/pass.h"
#include "solver/problem/problem.h"

namespace ez::cuda::streamed {

// Rows in which terms lie on most nodes of Ez or of Hx, and columns in which they lie on most of Ez or of Hy, rising:
// the edges of a plane wave's box.
struct Sheets {
  std::vector<int> rows, columns;
  bool operator==(const Sheets&) const = default;
};

// Where things are due, by rows; made once for the plans of all levels.
class DueRows {
 public:
  explicit DueRows(const Problem& p);
  // Of the rows [low, high): terms on this array, probes (none on H).
  std::span<const Term> terms(FieldArray array, int low, int high) const;
  struct Probe {
    int i, j, index;
  };
  std::span<const Probe> probes(int low, int high) const;
  std::size_t term_count() const { return terms_.size(); }
  const Sheets& sheets() const { return sheets_; }

 private:
  std::vector<Term> terms_;  // sorted by (array, j, i, …), as the problem has them
  std::array<std::vector<std::size_t>, yee_arrays.size()> first_;  // of each row, and the end
  std::vector<Probe> probes_;                                      // by rows
  std::vector<std::size_t> first_probe_;
  Sheets sheets_;
};

// Of all tiles of a plan.
struct DueLists {
  std::vector<DueRow> rows;
  std::vector<Amount> amounts;
  std::vector<InStep> in_step;
  std::vector<ProbeAt> probes;
  int values = 0;  // that all amounts and terms in step of a pass come to
};
// Adds what is due in the tile, and tells it where. `columns`: of a lane.
template <class T>
void add_due(Tile<T>& tile, int columns, int levels, const DueRows& due, DueLists& lists);

}  // namespace ez::cuda::streamed
