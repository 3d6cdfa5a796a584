// The part of a checkpoint that holds the poles of dispersive media, for every engine: the nodes that have poles, by
// array, and the states of these poles.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "solver/engine/engine.h"
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

// Adds the memory of the states of the nodes in rows [first, first + count). All bands of a grid have the same palette
// and therefore list the same pieces. Poles that no node of a band has are empty pieces.
template <class T>
void add_pole_rows(const DispersiveNodes& nodes, T* states, int first, int count, std::vector<RowPiece>& pieces) {
  const auto number_of_row = [&](int row) {
    const auto at = std::ranges::partition_point(nodes.spans, [&](const DispersiveSpan& s) { return s.j < row; });
    return at == nodes.spans.end() ? nodes.count : at->first;
  };
  const std::size_t begin = number_of_row(first), end = number_of_row(first + count);
  for (std::size_t line = 0; line < 2 * nodes.poles_of_palette; ++line) {
    const bool used = line < 2 * nodes.poles;
    pieces.push_back({used ? states + line * nodes.count + begin : nullptr, used ? (end - begin) * sizeof(T) : 0});
  }
}

}  // namespace ez
