// Operations that are due at single nodes, by rows of the grid.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "solver/problem/problem.h"

namespace ez {

// Rows in which more than half of the nodes of Ez or of Hx have terms, and columns in which more than half of those of
// Ez or of Hy have terms, in rising order. These are the edges of a plane wave's box.
struct Sheets {
  std::vector<int> rows, columns;
  bool operator==(const Sheets&) const = default;
};

// Positions of all terms and probes, by rows of the grid. Passes of many steps over memory look theirs up here.
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
  // Returns the index of a term that terms() returned in Problem::terms.
  std::size_t index_of_term(const Term& term) const { return static_cast<std::size_t>(&term - terms_.data()); }
  const Sheets& sheets() const { return sheets_; }

 private:
  std::vector<Term> terms_;  // sorted by (array, j, i, …), in the problem's order
  std::array<std::vector<std::size_t>, yee_arrays.size()> first_;  // of each row, and the end
  std::vector<Probe> probes_;                                      // by rows
  std::vector<std::size_t> first_probe_;
  Sheets sheets_;
};

}  // namespace ez
