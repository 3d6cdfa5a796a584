// The media of one row. As runs: most rows are a few long stretches of one medium, which the kernels take as constants.
// And by blocks: where media change from node to node a block's coefficients lie expanded in memory, and blocks of one
// medium share an expanded block, so that a kernel may go over all of them alike. Made at edit time, for edited rows
// only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "solver/engine/cpu/rows.h"
#include "solver/scene/raster.h"

namespace ez {

struct Run {
  int begin = 0, end = 0;
  int entry = 0;               // index into the palette; −1: mixed
  std::uint32_t expanded = 0;  // where its coefficients begin: of a mixed run one block after the other
};

template <class T>
class RowMedia {
 public:
  // entries: the palette index of each of n nodes.
  template <class Entry>
  void build(int n, const Entry* entries);
  // All nodes are palette[0]; for runs only.
  void build_uniform(int n) { runs_ = {{0, n, 0, 0}}; }
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
        c.each_a = values() + at, c.each_b = values() + half() + at;
      }
      f(b, e, c);
    }
  }
  const std::vector<Run>& runs() const { return runs_; }
  // From block `first` on.
  BlockCoefs<T> blocks(int first) const { return {values(), values() + half(), place_.data() + first}; }

 private:
  struct alignas(64) Block {
    T v[block_nodes];
  };
  const T* values() const { return blocks_.empty() ? nullptr : blocks_.front().v; }
  std::size_t half() const { return blocks_.size() / 2 * block_nodes; }

  std::vector<Run> runs_;
  std::vector<std::uint32_t> place_;  // of each block
  std::vector<Block> blocks_;         // all of a, then all of b
};

template <class T>
template <class Entry>
void RowMedia<T>::build(int n, const Entry* entries) {
  runs_.clear();
  place_.clear();
  std::uint32_t expanded = 0;
  std::vector<std::pair<int, std::uint32_t>> shared;  // entries met, and where they are expanded
  for (int begin = 0; begin < n; begin += block_nodes) {
    const int end = begin + block_nodes < n ? begin + block_nodes : n;
    int entry = entries[begin], others = 0;
    for (int i = begin + 1; i < end; ++i) others |= entries[i] ^ entry;
    // Beyond the last node all is held at 0.
    if (others != 0 || end - begin < block_nodes) entry = -1;
    if (runs_.empty() || runs_.back().entry != entry) {
      const auto met = std::find_if(shared.begin(), shared.end(), [&](const auto& s) { return s.first == entry; });
      runs_.push_back({begin, begin, entry, met != shared.end() ? met->second : expanded});
      if (entry >= 0 && met == shared.end()) shared.emplace_back(entry, expanded), expanded += block_nodes;
    }
    runs_.back().end = end;
    if (entry < 0) expanded += block_nodes;
    place_.push_back(entry < 0 ? expanded - block_nodes : runs_.back().expanded);
  }
  runs_.shrink_to_fit();
  blocks_.assign(expanded / block_nodes * std::size_t{2}, Block{});
  blocks_.shrink_to_fit();
}

template <class T>
template <class Entry>
void RowMedia<T>::expand(const std::vector<Pair<T>>& palette, const Entry* entries) {
  if (blocks_.empty()) return;
  T *a = blocks_.front().v, *b = a + half();
  for (const Run& run : runs_) {
    const int end = run.entry >= 0 ? run.begin + block_nodes : run.end;
    for (int i = run.begin; i < end; ++i) {
      const auto at = run.expanded + static_cast<std::size_t>(i - run.begin);
      const Pair<T>& p = palette[static_cast<std::size_t>(entries[i])];
      a[at] = p.a, b[at] = p.b;
    }
  }
}

}  // namespace ez
