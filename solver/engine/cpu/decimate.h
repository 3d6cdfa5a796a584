// A whole picture that decimates, on the CPU, by the rule of physics/view.h: every node is visited once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "solver/engine/cpu/rows/rows.h"
#include "solver/physics/view.h"

namespace ez {

// Numbers as whole numbers in the order of what is seen of them: by magnitude, of two that are alike the positive one,
// and last what is not a number. 0: there is none.
template <class T>
using SeenOrder = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
template <class T>
SeenOrder<T> seen_order(T v) {
  return std::rotl(std::bit_cast<SeenOrder<T>>(v), 1) ^ 1;
}
template <class T>
T seen_value(SeenOrder<T> order) {
  return std::bit_cast<T>(std::rotr(order ^ 1, 1)) + T(0);
}

// Columns of nodes and the pixels that they fall into. Nearly all pixels have s or s + 1 nodes: with the largest of
// each run of a power of two up to s, a pixel's is found in the run that its nodes begin with and the one that they end
// with.
template <class T>
class ColumnsOfPixels {
 public:
  ColumnsOfPixels(const ViewAxis& x, int width) {
    std::vector<ViewRange> ranges;
    for (int p = 0; p < width; ++p) ranges.push_back(view_range(x, p));
    begin_ = ranges.front().begin;
    end_ = std::max(ranges.back().end, begin_);
    int shortest = std::max(1, end_ - begin_);
    for (const ViewRange& r : ranges)
      if (r.begin > 0 && r.end > r.begin && r.end < x.nodes) shortest = std::min(shortest, r.end - r.begin);
    run_ = static_cast<int>(std::bit_floor(static_cast<unsigned>(shortest)));
    for (const ViewRange& r : ranges) runs_.push_back(runs_of(r));
    most_.resize(static_cast<std::size_t>(count() + 3 * run_));
  }
  // In sight.
  int begin() const { return begin_; }
  int end() const { return end_; }
  int count() const { return end_ - begin_; }
  // One for each column, to be written before each fold.
  SeenOrder<T>* orders() { return most_.data() + 2 * run_; }

  void fold(float* pixel) {
    SeenOrder<T>* const most = most_.data();
    std::fill_n(most + run_, run_, SeenOrder<T>(0));
    for (int half = 1; half < run_; half *= 2)
      for (int i = run_; i < count() + 2 * run_; ++i) most[i] = std::max(most[i], most[i + half]);
    for (const Runs& r : runs_) {
      SeenOrder<T> order = std::max(most[r.first], most[r.last]);
      for (int i = r.first + run_; i < r.last; i += run_) order = std::max(order, most[i]);
      *pixel++ = static_cast<float>(seen_value<T>(order));
    }
  }

 private:
  struct Runs {
    int first, last;  // where they begin in most_
  };
  // Before the first column, and after the last, there is room for a run of none. Nodes at the grid's edge may be fewer
  // than a run, which then begins or ends there.
  Runs runs_of(const ViewRange& r) const {
    const int at = r.begin - begin_ + 2 * run_, last = r.end - begin_ + run_;
    if (r.end <= r.begin) return {0, 0};
    if (last >= at) return {at, last};
    return r.begin == 0 ? Runs{last, last} : Runs{at, at};
  }

  int begin_ = 0, end_ = 0, run_ = 1;
  std::vector<Runs> runs_;
  std::vector<SeenOrder<T>> most_;  // of the run that begins here
};

// Pixel rows [row, row_end). nodes_of(j, begin, end, room) points at the values of nodes [begin, end) of row j, in
// `room` or elsewhere; done(q) is called when pixel row q is there.
template <class T, class NodesOf, class Done>
void decimate(const ViewAxis& x, const ViewAxis& y, int width, int row, int row_end, const RowKernels<T>& kernels,
              float* pixels, const NodesOf& nodes_of, const Done& done) {
  ColumnsOfPixels<T> columns(x, width);
  const auto in_sight = static_cast<std::size_t>(columns.count());
  std::vector<T> room(in_sight), high(in_sight), low(in_sight);
  const SignedExtreme<T> none = no_extreme<T>();
  for (int q = row; q < row_end; ++q) {
    float* pixel = pixels + static_cast<std::ptrdiff_t>(q) * width;
    const ViewRange lines = view_range(y, q);
    if (lines.begin >= lines.end) {
      std::fill_n(pixel, width, 0.0f);
      done(q);
      continue;
    }
    std::fill(high.begin(), high.end(), none.high);
    std::fill(low.begin(), low.end(), none.low);
    for (int j = lines.begin; j < lines.end; ++j) {
      const T* v = nodes_of(j, columns.begin(), columns.end(), room.data());
      if (!kernels.extremes(high.data(), low.data(), v, columns.count())) continue;
      for (std::size_t i = 0; i < in_sight; ++i)  // nothing is larger
        if (v[i] != v[i]) high[i] = std::numeric_limits<T>::quiet_NaN();
    }
    SeenOrder<T>* order = columns.orders();
    for (std::size_t i = 0; i < in_sight; ++i) order[i] = seen_order(high[i] < -low[i] ? low[i] : high[i]);
    columns.fold(pixel);
    done(q);
  }
}

}  // namespace ez
