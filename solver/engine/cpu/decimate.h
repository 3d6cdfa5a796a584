// Draws a whole decimated picture on the CPU by the rule of physics/view.h. Visits every node once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "solver/engine/cpu/rows/rows.h"
#include "solver/engine/cpu/seen.h"
#include "solver/physics/view.h"

namespace ez {

// Columns of nodes and the pixels that contain them. Nearly all pixels contain s or s + 1 nodes. The class computes the
// largest value of every run of nodes whose length is a power of two, at most s. A pixel's largest value is then the
// larger of two: the run that begins at its first node and the run that ends at its last node.
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
  // Visible columns [begin, end).
  int begin() const { return begin_; }
  int end() const { return end_; }
  int count() const { return end_ - begin_; }
  // Order of the largest value in each column. The caller writes these before each fold().
  MagnitudeOrder<T>* orders() { return most_.data() + 2 * run_; }

  void fold(const RowKernels<T>& kernels, float* pixel) {
    MagnitudeOrder<T>* const most = most_.data();
    std::fill_n(most + run_, run_, MagnitudeOrder<T>(0));
    for (int half = 1; half < run_; half *= 2) kernels.take_larger_ahead(most + run_, half, count() + run_);
    for (const Runs& r : runs_) {
      MagnitudeOrder<T> order = std::max(most[r.first], most[r.last]);
      for (int i = r.first + run_; i < r.last; i += run_) order = std::max(order, most[i]);
      *pixel++ = static_cast<float>(seen_value<T>(order));
    }
  }

 private:
  struct Runs {
    int first, last;  // indices in most_ at which the two runs begin
  };
  // Returns the runs of a pixel. most_ has space for one empty run before the first column and one after the last. A
  // pixel at the edge of the grid may have fewer nodes than a run; its run then begins or ends in that space.
  Runs runs_of(const ViewRange& r) const {
    const int at = r.begin - begin_ + 2 * run_, last = r.end - begin_ + run_;
    if (r.end <= r.begin) return {0, 0};
    if (last >= at) return {at, last};
    return r.begin == 0 ? Runs{last, last} : Runs{at, at};
  }

  int begin_ = 0, end_ = 0, run_ = 1;
  std::vector<Runs> runs_;
  std::vector<MagnitudeOrder<T>> most_;  // largest value of the run that begins here
};

// Draws pixel rows [row, row_end). nodes_of(j, begin, end, room) returns a pointer to the values of nodes [begin, end)
// of row j, in `room` or elsewhere. done(q) is called when pixel row q is complete.
template <class T, class NodesOf, class Done>
void decimate(const ViewAxis& x, const ViewAxis& y, int width, int row, int row_end, const RowKernels<T>& kernels,
              float* pixels, const NodesOf& nodes_of, const Done& done) {
  ColumnsOfPixels<T> columns(x, width);
  std::vector<T> room(static_cast<std::size_t>(columns.count()));
  for (int q = row; q < row_end; ++q) {
    const ViewRange lines = view_range(y, q);
    MagnitudeOrder<T>* orders = columns.orders();
    std::fill_n(orders, columns.count(), MagnitudeOrder<T>(0));
    for (int j = lines.begin; j < lines.end; ++j)
      kernels.see(orders, nodes_of(j, columns.begin(), columns.end(), room.data()), columns.count());
    columns.fold(kernels, pixels + static_cast<std::ptrdiff_t>(q) * width);
    done(q);
  }
}

}  // namespace ez
