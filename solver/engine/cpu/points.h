// Operations at single nodes in every step: sources, the nodes of Mur's boundaries and corners, and probes. Each is due
// with a row and a column, as soon as everything that it reads has made the step. The wave front calls them tile by
// tile.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/cpu/by_row.h"
#include "solver/engine/cpu/field.h"
#include "solver/engine/cpu/mur_lines.h"
#include "solver/engine/cpu/rows/rows.h"
#include "solver/engine/fields.h"
#include "solver/problem/problem.h"

namespace ez {

template <class T>
class Points {
 public:
  Points(const RowKernels<T>& kernels, int nx, int ny) : kernels_(kernels), nx_(nx), ny_(ny), mur_lines_(nx, ny) {}
  void set_terms(const Problem& problem);
  void set_absorbing(const Problem& problem);
  void set_probes(const Problem& problem);
  int probes() const { return probe_count_; }
  void set_gather(const Gather& gather);

  // Begins a batch. `probes` has space for steps × probes() values, `gathered` for samples × gather points.
  void begin(const Batch& batch, double* probes, double* gathered, const Field<T>& field);
  // Returns true if a source drives H in row j, or in columns [begin, end) of it.
  bool drives_h(int j) const { return terms_on(FieldArray::hx).has(j) || terms_on(FieldArray::hy).has(j); }
  bool drives_h(int j, int begin, int end) {
    return !terms_on(FieldArray::hx).of(j, begin, end).empty() || !terms_on(FieldArray::hy).of(j, begin, end).empty();
  }
  // true if apply() changes the field of row j
  bool changes_field_of(int j) const { return due_[static_cast<std::size_t>(j)] != 0; }
  // Applies the sources of the array's nodes [begin, end) in row j.
  void drive(Field<T>& field, FieldArray array, int j, int begin, int end, int step);
  // Applies everything that is due once Ez of columns [begin, end) of row j is updated.
  void apply(Field<T>& field, int j, int begin, int end, int step) {
    if (due_[static_cast<std::size_t>(j)]) apply_due(field, j, begin, end, step);
    if (gather_.has(j)) take_gather(field, j, begin, end, step);
  }

  void forget() { mur_lines_.forget(); }
  // The part of a checkpoint in addition to the field, and its part that belongs to rows, for each side.
  std::vector<T>& memory() { return mur_lines_.memory(); }
  T* memory_of_rows(Side side, int first) { return memory().data() + mur_lines_.place(side, first); }

 private:
  struct MurAt {
    int i, j, inner_i, inner_j;
    T k, old_edge, old_inner;  // Ez at the node and its inner node after the last step
  };
  struct CornerAt {
    MurAt a, b;
  };
  struct Mur2At {
    int i, j, inner_i, inner_j;
    T k, d;
    // Indices of boundary nodes in MurLines. The index of an inner node is larger by to_inner.
    std::size_t edge, low, high, to_inner;
  };
  struct ProbeAt {
    int i, j, index;
  };
  struct GatherAt {
    GatherPoint point;
    std::size_t index;
  };

  const ByRow<Term>& terms_on(FieldArray array) const { return terms_[index_of(array)]; }
  ByRow<Term>& terms_on(FieldArray array) { return terms_[index_of(array)]; }
  MurAt mur_at(const MurNode& node) const;
  Mur2At mur2_at(const Mur2Node& node) const;
  void apply_due(Field<T>& field, int j, int begin, int end, int step);
  void take_gather(const Field<T>& field, int j, int begin, int end, int step);
  T mur_value(const Field<T>& field, const MurAt& node) const;
  T mur2_value(const Field<T>& field, const Mur2At& node, int step);
  static void remember(const Field<T>& field, MurAt& node);
  void set_due();

  const RowKernels<T>& kernels_;
  int nx_, ny_;
  std::array<ByRow<Term>, yee_arrays.size()> terms_;  // by FieldArray
  ByRow<MurAt> mur_;
  ByRow<CornerAt> corners_;
  ByRow<Mur2At> mur2_;
  MurLines<T> mur_lines_;
  ByRow<ProbeAt> probes_;
  int probe_count_ = 0;
  ByRow<GatherAt> gather_;
  int gather_every_ = 1;
  std::size_t gather_count_ = 0;
  std::vector<char> due_;  // per row: true if anything is ever due
  const Batch* batch_ = nullptr;
  double *probe_out_ = nullptr, *gather_out_ = nullptr;
};

}  // namespace ez
