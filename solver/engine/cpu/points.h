// What happens at single nodes in every step: sources, the nodes of Mur's sides and corners, probes. Each is due with a
// row and a column, once all that it reads has made the step: the wave front asks for them tile by tile.
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

  // A batch; `probes` has steps × probes() places, `gathered` as many as the gather's samples have values.
  void begin(const Batch& batch, double* probes, double* gathered, const Field<T>& field);
  // Whether anything drives H in row j, or in columns [begin, end) of it.
  bool drives_h(int j) const { return terms_on(FieldArray::hx).has(j) || terms_on(FieldArray::hy).has(j); }
  bool drives_h(int j, int begin, int end) {
    return !terms_on(FieldArray::hx).of(j, begin, end).empty() || !terms_on(FieldArray::hy).of(j, begin, end).empty();
  }
  bool acts_on(int j) const { return due_[static_cast<std::size_t>(j)] != 0; }  // whether apply() changes row j's field
  // What drives the array's nodes [begin, end) of row j.
  void drive(Field<T>& field, FieldArray array, int j, int begin, int end, int step);
  // All that is due once Ez of columns [begin, end) of row j is.
  void apply(Field<T>& field, int j, int begin, int end, int step) {
    if (due_[static_cast<std::size_t>(j)]) apply_due(field, j, begin, end, step);
    if (gather_.has(j)) take_gather(field, j, begin, end, step);
  }

  void forget() { mur_lines_.forget(); }
  // What a checkpoint keeps beside the field.
  std::vector<T>& memory() { return mur_lines_.memory(); }

 private:
  struct MurAt {
    int i, j, inner_i, inner_j;
    T k, old_edge, old_inner;  // Ez at node and inner node after the last step
  };
  struct CornerAt {
    MurAt a, b;
  };
  struct Mur2At {
    int i, j, inner_i, inner_j;
    T k, d;
    std::size_t edge, low, high, to_inner;  // places in MurLines of wall nodes; inner ones lie to_inner further on
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
  std::vector<char> due_;  // per row: whether anything ever is
  const Batch* batch_ = nullptr;
  double *probe_out_ = nullptr, *gather_out_ = nullptr;
};

}  // namespace ez
