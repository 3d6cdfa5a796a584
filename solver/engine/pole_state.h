// The part of a checkpoint that holds the poles of dispersive media, for every engine: the nodes that have poles, by
// array, and the states of these poles.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/fields.h"
#include "solver/problem/dispersive.h"

namespace ez {

template <class T>
struct PoleState {
  std::array<DispersiveNodes, yee_arrays.size()> nodes;
  std::array<std::vector<T>, yee_arrays.size()> values;
  double bytes() const {
    double sum = 0;
    for (const std::vector<T>& v : values) sum += static_cast<double>(v.size() * sizeof(T));
    return sum;
  }
};

}  // namespace ez
