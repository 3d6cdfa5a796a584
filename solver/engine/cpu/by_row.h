// Things that happen at single nodes (sources, Mur nodes, probes), found by the row after whose update they are due.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace ez {

template <class V>
class ByRow {
 public:
  // row_of(v) in [0, rows); the order within a row is kept.
  template <class RowOf>
  void assign(std::vector<V> values, int rows, RowOf row_of) {
    first_.assign(static_cast<std::size_t>(rows) + 1, 0);
    for (const V& v : values) ++first_[static_cast<std::size_t>(row_of(v)) + 1];
    for (std::size_t j = 1; j < first_.size(); ++j) first_[j] += first_[j - 1];
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    values_.resize(values.size());
    for (V& v : values) values_[next[static_cast<std::size_t>(row_of(v))]++] = std::move(v);
  }
  std::span<V> of(int row) {
    const auto j = static_cast<std::size_t>(row);
    return {values_.data() + first_[j], first_[j + 1] - first_[j]};
  }
  bool has(int row) const {
    const auto j = static_cast<std::size_t>(row);
    return first_[j + 1] > first_[j];
  }
  std::vector<V>& all() { return values_; }

 private:
  std::vector<V> values_;
  std::vector<std::size_t> first_;
};

}  // namespace ez
