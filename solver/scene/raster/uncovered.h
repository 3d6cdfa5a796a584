// Tracks the visible part of a row while shapes are placed on it from the top down. Shapes that are entirely covered by
// others then cost almost nothing. Inner header of solver/scene.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace ez {

// Half-open intervals of nodes or of lengths.
template <class T>
class Uncovered {
 public:
  void reset(T x0, T x1) {
    gaps_.clear();
    if (x0 < x1) gaps_.emplace_back(x0, x1);
  }
  bool none() const { return gaps_.empty(); }
  const std::vector<std::pair<T, T>>& gaps() const { return gaps_; }

  // Covers an interval. Calls see(from, to) for each part of it that was not covered before.
  void cover(T x0, T x1, auto&& see) {
    if (!(x0 < x1)) return;
    const auto first = std::partition_point(gaps_.begin(), gaps_.end(), [&](const auto& g) { return g.second <= x0; });
    auto last = first;
    while (last != gaps_.end() && last->first < x1) ++last;
    if (first == last) return;
    for (auto g = first; g != last; ++g) see(std::max(g->first, x0), std::min(g->second, x1));
    const std::pair<T, T> left(first->first, x0), right(x1, std::prev(last)->second);
    auto at = gaps_.erase(first, last);
    if (right.first < right.second) at = gaps_.insert(at, right);
    if (left.first < left.second) gaps_.insert(at, left);
  }

 private:
  std::vector<std::pair<T, T>> gaps_;  // sorted
};

}  // namespace ez
