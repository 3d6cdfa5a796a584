// Rims that lie aslant, on the CPU (physics/rim.h). What they add to H is made of Ez around them as the step finds it,
// where the wave front has partly gone on: so it is all taken before a step begins, which then goes by itself.
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
  // Throws std::bad_alloc.
  void set(const Problem& problem);
  bool any() const { return any_; }
  bool has(int j) const { return nodes_[0].has(j) || nodes_[1].has(j); }
  // For rows [begin, end), with Ez as the step finds it.
  void prepare(const Field<T>& field, int begin, int end);
  // To the array's nodes [begin, end) of row j, once they have been advanced.
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
