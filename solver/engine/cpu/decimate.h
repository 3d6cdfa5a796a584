// A whole picture that decimates, on the CPU, by the rule of physics/view.h: every node is visited once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "solver/engine/cpu/rows/rows.h"
#include "solver/engine/cpu/seen.h"
#include "solver/physics/view.h"

namespace ez {

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
    most_.resize(static_cast<std::size_t>(count()) + 3 * static_cast<std::size_t>(run_));
  }
  // In sight.
  int begin() const { return begin_; }
  int end() const { return end_; }
  int count() const { return end_ - begin_; }
  // What is seen of each column; to be written before each fold.
  SeenOrder<T>* orders() { return most_.data() + 2 * run_; }

  void fold(const RowKernels<T>& kernels, float* pixel) {
    SeenOrder<T>* const most = most_.data();
    std::fill_n(most + run_, run_, SeenOrder<T>(0));
    for (int half = 1; half < run_; half *= 2) kernels.see_ahead(most + run_, half, count() + run_);
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
  std::vector<T> room(static_cast<std::size_t>(columns.count()));
  for (int q = row; q < row_end; ++q) {
    const ViewRange lines = view_range(y, q);
    SeenOrder<T>* orders = columns.orders();
    std::fill_n(orders, columns.count(), SeenOrder<T>(0));
    for (int j = lines.begin; j < lines.end; ++j)
      kernels.see(orders, nodes_of(j, columns.begin(), columns.end(), room.data()), columns.count());
    columns.fold(kernels, pixels + static_cast<std::ptrdiff_t>(q) * width);
    done(q);
  }
}

}  // namespace ez
