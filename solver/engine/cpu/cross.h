// Slanted rims on the CPU (physics/rim.h). The increments of H need the surrounding Ez at the begin of the step, but
// the wave front may already have advanced some of it. So all increments are computed before the step begins. Each step
// is then a separate pass.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/cpu/by_row.h"
#include "solver/engine/cpu/field.h"
#include "solver/engine/cpu/rows/rows.h"
#include "solver/problem/problem.h"

namespace ez {

template <class T>
class Cross {
 public:
  explicit Cross(const RowKernels<T>& kernels) : kernels_(kernels) {}
  // May throw std::bad_alloc.
  void set(const Problem& problem);
  bool any() const { return any_; }
  bool has(int j) const { return nodes_[0].has(j) || nodes_[1].has(j); }
  // Computes the increments of rows [begin, end) from Ez at the begin of the step.
  void prepare(const Field<T>& field, int begin, int end);
  // Adds the increments to the array's nodes [begin, end) of row j, after their update.
  void add(Field<T>& field, FieldArray array, int j, int begin, int end);

 private:
  struct Node {
    int i, j;
    CrossWeights<T> weights;
    T increment;
  };
  ByRow<Node>& of(FieldArray array) { return nodes_[array == FieldArray::hx ? 0 : 1]; }

  const RowKernels<T>& kernels_;
  std::array<ByRow<Node>, 2> nodes_;  // hx, hy
  bool any_ = false;
};

}  // namespace ez
