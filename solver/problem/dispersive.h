// Prepares dispersive media for an engine: the coefficients of their poles (physics/poles.h),
// and the nodes that have poles.
//
// Only those nodes have pole states. They are numbered row by row. For pole k, the p of all nodes starts
// at 2k·count, and the j of all nodes at (2k+1)·count. Nodes whose entry has fewer poles than others
// leave the remaining states at 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/physics/poles.h"
#include "solver/problem/problem.h"

namespace ez {

// Returns the coefficients of the poles. A Lorentz pole is advanced by a longer step, dt·tan(ω0Δt/2)/(ω0Δt/2), because
// the trapezoidal rule would otherwise lower its resonance.
std::vector<PoleEntry> pole_entries(const std::vector<Pole>& poles, double dt);
// Returns the poles of a node between two media: half of each medium, times the fraction that the
// node has of it (0 < part ≤ 1).
std::vector<PoleEntry> mean_of(std::vector<PoleEntry> one, double part, std::vector<PoleEntry> other,
                               double part_of_other);
// Coefficients of a node with ε, σ and poles; s = σΔt/2ε. `a` is its ca.
struct Dispersion {
  double a = 1;
  PoleEntries entries;
};
Dispersion with_poles(std::vector<PoleEntry> poles, double eps, double s);

// Columns [begin, end) of a row that have the same entry. `first` is the number of the first of these nodes.
struct DispersiveSpan {
  int j = 0, begin = 0, end = 0;
  std::uint16_t entry = 0;
  std::size_t first = 0;
  bool operator==(const DispersiveSpan&) const = default;
};
struct DispersiveNodes {
  std::vector<DispersiveSpan> spans;  // row by row, from left to right
  std::size_t count = 0;
  std::size_t poles = 0;             // number of poles of the entry that has most
  std::size_t poles_of_palette = 0;  // the same, whether or not a node has that entry
  bool empty() const { return count == 0; }
  std::size_t values() const { return 2 * poles * count; }  // number of values of all states
  bool operator==(const DispersiveNodes&) const = default;
};
DispersiveNodes dispersive_nodes(const Problem& problem, FieldArray array);
const PoleEntries& pole_entries_of(const Problem& problem, FieldArray array, std::uint16_t entry);

// Returns the states for a new set of nodes. Nodes in both sets keep their states; new nodes start from 0.
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

// Returns the factor for the states p or j of an array when Δt becomes Δt/ratio.
inline double rescaling_of_state(FieldArray array, bool is_j, double ratio) {
  return rescaling(yee_arrays[index_of(array)], ratio) / (is_j ? ratio : 1);
}

}  // namespace ez
