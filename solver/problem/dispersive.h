// Dispersive media made ready for an engine: numbers of their poles (physics/poles.h), and the nodes that have any.
//
// The states of poles exist for those nodes alone, which are numbered row by row: of pole k, p of all nodes and then j
// of all nodes lie at 2k·count and (2k+1)·count. Nodes whose entry has fewer poles than another's leave theirs at 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/physics/poles.h"
#include "solver/problem/problem.h"

namespace ez {

// A Lorentz pole is advanced by a step as much longer as puts its resonance where it belongs, tan(ω0Δt/2)/(ω0Δt/2): the
// trapezoid would have it lower.
std::vector<PoleEntry> pole_entries(const std::vector<Pole>& poles, double dt);
// Of a node between two media: half of each, times what the node has of it (0 < part ≤ 1).
std::vector<PoleEntry> mean_of(std::vector<PoleEntry> one, double part, std::vector<PoleEntry> other,
                               double part_of_other);
// What a node of ε and σ with poles is computed with; s = σΔt/2ε. `a` is its ca.
struct Dispersion {
  double a = 1;
  PoleEntries entries;
};
Dispersion with_poles(std::vector<PoleEntry> poles, double eps, double s);

// Columns [begin, end) of a row have one entry; `first` is the number of the first of them.
struct DispersiveSpan {
  int j = 0, begin = 0, end = 0;
  std::uint16_t entry = 0;
  std::size_t first = 0;
  bool operator==(const DispersiveSpan&) const = default;
};
struct DispersiveNodes {
  std::vector<DispersiveSpan> spans;  // row by row, from left to right
  std::size_t count = 0;
  std::size_t poles = 0;  // of the entry that has most
  bool empty() const { return count == 0; }
  std::size_t values() const { return 2 * poles * count; }  // of all states
  bool operator==(const DispersiveNodes&) const = default;
};
DispersiveNodes dispersive_nodes(const Problem& problem, FieldArray array);
const PoleEntries& pole_entries_of(const Problem& problem, FieldArray array, std::uint16_t entry);

// States of other nodes: what both have is kept, what is new starts from 0.
template <class T>
std::vector<T> carried(const DispersiveNodes& before, const std::vector<T>& states, const DispersiveNodes& now) {
  std::vector<T> out(now.values(), T(0));
  const std::size_t lines = 2 * (before.poles < now.poles ? before.poles : now.poles);
  auto old = before.spans.begin();
  for (const DispersiveSpan& to : now.spans) {
    while (old != before.spans.end() && (old->j < to.j || (old->j == to.j && old->end <= to.begin))) ++old;
    for (auto from = old; from != before.spans.end() && from->j == to.j && from->begin < to.end; ++from) {
      const int begin = from->begin > to.begin ? from->begin : to.begin, end = from->end < to.end ? from->end : to.end;
      for (std::size_t line = 0; line < lines; ++line)
        for (int i = begin; i < end; ++i)
          out[line * now.count + to.first + static_cast<std::size_t>(i - to.begin)] =
              states[line * before.count + from->first + static_cast<std::size_t>(i - from->begin)];
    }
  }
  return out;
}

// What states p and j of an array are multiplied by when Δt becomes Δt/ratio.
inline double rescaling_of_state(FieldArray array, bool is_j, double ratio) {
  return rescaling(yee_arrays[index_of(array)], ratio) / (is_j ? ratio : 1);
}

}  // namespace ez
