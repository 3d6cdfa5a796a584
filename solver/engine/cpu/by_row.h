// Items that act at single nodes (sources, Mur nodes, probes), sorted by the row and column whose update makes them
// due.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace ez {

template <class V>
class ByRow {
 public:
  // Sorts the values. row_of(v) must be in [0, rows). Within a row they are ordered by column, and within a column they
  // keep their order.
  template <class RowOf, class ColumnOf>
  void assign(std::vector<V> values, int rows, RowOf row_of, ColumnOf column_of) {
    std::stable_sort(values.begin(), values.end(), [&](const V& a, const V& b) {
      return std::pair(row_of(a), column_of(a)) < std::pair(row_of(b), column_of(b));
    });
    first_.assign(static_cast<std::size_t>(rows) + 1, 0);
    for (const V& v : values) ++first_[static_cast<std::size_t>(row_of(v)) + 1];
    for (std::size_t j = 1; j < first_.size(); ++j) first_[j] += first_[j - 1];
    columns_.clear();
    for (const V& v : values) columns_.push_back(column_of(v));
    values_ = std::move(values);
  }
  // The same without columns. Values of one row keep their order.
  template <class RowOf>
  void assign(std::vector<V> values, int rows, RowOf row_of) {
    assign(std::move(values), rows, row_of, [](const V&) { return 0; });
  }
  std::span<V> of(int row) {
    const auto j = static_cast<std::size_t>(row);
    return {values_.data() + first_[j], first_[j + 1] - first_[j]};
  }
  // Returns the values of `row` in columns [begin, end).
  std::span<V> of(int row, int begin, int end) {
    const auto [from, to] = places(row, begin, end);
    return {values_.data() + from, to - from};
  }
  std::span<const V> of(int row, int begin, int end) const {
    const auto [from, to] = places(row, begin, end);
    return {values_.data() + from, to - from};
  }
  bool has(int row) const {
    const auto j = static_cast<std::size_t>(row);
    return j + 1 < first_.size() && first_[j + 1] > first_[j];
  }
  std::vector<V>& all() { return values_; }

 private:
  std::pair<std::size_t, std::size_t> places(int row, int begin, int end) const {
    if (!has(row)) return {0, 0};
    const auto j = static_cast<std::size_t>(row);
    const int* columns = columns_.data();
    const int* from = std::lower_bound(columns + first_[j], columns + first_[j + 1], begin);
    const int* to = std::lower_bound(from, columns + first_[j + 1], end);
    return {static_cast<std::size_t>(from - columns), static_cast<std::size_t>(to - columns)};
  }

  std::vector<V> values_;
  std::vector<int> columns_;
  std::vector<std::size_t> first_;
};

}  // namespace ez
