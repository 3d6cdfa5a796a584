// The media of one row as runs: most rows are a few long stretches of one medium, which the kernels take as constants.
// Where media change from node to node the coefficients lie expanded in memory. Made at edit time, for edited rows
// only.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/engine/cpu/rows.h"
#include "solver/scene/raster.h"

namespace ez {

struct Run {
  int begin = 0, end = 0;
  int entry = 0;               // index into the palette; −1: mixed
  std::uint32_t expanded = 0;  // where a mixed run's coefficients begin
};

template <class T>
struct Pair {
  T a = 1, b = 0;
};

// Nodes [0, low) and [high, n) of a row are its edges: walls and layers are there, and their coefficients are always
// expanded. Both are multiples of block_nodes.
struct EdgeNodes {
  int low = 0, high = 0;
  bool operator==(const EdgeNodes&) const = default;
};

template <class T>
class RowMedia {
 public:
  // entries: the palette index of each of n nodes.
  template <class Entry>
  void build(int n, EdgeNodes edges, const Entry* entries);
  // All nodes are palette[0].
  void build_uniform(int n) { runs_ = {{0, n, 0, 0}}, a_.clear(), b_.clear(); }
  // After a change of the palette's numbers.
  template <class Entry>
  void expand(const std::vector<Pair<T>>& palette, const Entry* entries);

  // Calls f(begin, end, coefficients) for every run that meets [begin, end).
  template <class F>
  void each(const std::vector<Pair<T>>& palette, int begin, int end, F f) const {
    for (const Run& run : runs_) {
      if (run.end <= begin) continue;
      if (run.begin >= end) return;
      const int b = run.begin > begin ? run.begin : begin, e = run.end < end ? run.end : end;
      Coefs<T> c;
      if (run.entry >= 0) {
        const Pair<T>& p = palette[static_cast<std::size_t>(run.entry)];
        c.a = p.a, c.b = p.b;
      } else {
        const auto at = run.expanded + static_cast<std::size_t>(b - run.begin);
        c.each_a = a_.data() + at, c.each_b = b_.data() + at;
      }
      f(b, e, c);
    }
  }
  const std::vector<Run>& runs() const { return runs_; }
  // Coefficients of the edge that is the first, or the last run.
  Coefs<T> low_edge() const { return {1, 0, a_.data(), b_.data()}; }
  Coefs<T> high_edge() const { return {1, 0, a_.data() + runs_.back().expanded, b_.data() + runs_.back().expanded}; }

 private:
  std::vector<Run> runs_;
  std::vector<T> a_, b_;
};

template <class T>
template <class Entry>
void RowMedia<T>::build(int n, EdgeNodes edges, const Entry* entries) {
  runs_.clear();
  std::uint32_t expanded = 0;
  for (int begin = 0; begin < n; begin += block_nodes) {
    const int end = begin + block_nodes < n ? begin + block_nodes : n;
    int entry = entries[begin], others = 0;
    for (int i = begin + 1; i < end; ++i) others |= entries[i] ^ entry;
    if (others != 0 || begin < edges.low || begin >= edges.high) entry = -1;
    const bool at_edge = begin == edges.low || begin == edges.high;
    if (runs_.empty() || runs_.back().entry != entry || at_edge) runs_.push_back({begin, begin, entry, expanded});
    runs_.back().end = end;
    if (entry < 0) expanded += block_nodes;
  }
  runs_.shrink_to_fit();
  a_.assign(expanded, T(0));
  b_.assign(expanded, T(0));
  a_.shrink_to_fit(), b_.shrink_to_fit();
}

template <class T>
template <class Entry>
void RowMedia<T>::expand(const std::vector<Pair<T>>& palette, const Entry* entries) {
  for (const Run& run : runs_) {
    if (run.entry >= 0) continue;
    for (int i = run.begin; i < run.end; ++i) {
      const auto at = run.expanded + static_cast<std::size_t>(i - run.begin);
      const Pair<T>& p = palette[static_cast<std::size_t>(entries[i])];
      a_[at] = p.a, b_[at] = p.b;
    }
  }
}

}  // namespace ez
