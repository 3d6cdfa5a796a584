// A whole picture that decimates, on the CPU, by the rule of physics/view.h: every node is visited once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "solver/engine/cpu/rows/rows.h"
#include "solver/physics/view.h"

namespace ez {

// Pixel rows [row, row_end). nodes_of(j, begin, end, room) points at the values of nodes [begin, end) of row j, in
// `room` or elsewhere; done(q) is called when pixel row q is there.
template <class T, class NodesOf, class Done>
void decimate(const ViewAxis& x, const ViewAxis& y, int width, int row, int row_end, const RowKernels<T>& kernels,
              float* pixels, const NodesOf& nodes_of, const Done& done) {
  std::vector<ViewRange> columns(static_cast<std::size_t>(width));
  for (int p = 0; p < width; ++p) columns[static_cast<std::size_t>(p)] = view_range(x, p);
  const int i0 = columns.front().begin, i1 = std::max(columns.back().end, i0);
  const auto in_sight = static_cast<std::size_t>(i1 - i0);
  std::vector<T> room(in_sight), high(in_sight), low(in_sight);
  const SignedExtreme<T> none = no_extreme<T>();
  for (int q = row; q < row_end; ++q) {
    std::fill(high.begin(), high.end(), none.high);
    std::fill(low.begin(), low.end(), none.low);
    std::vector<bool> nan;
    const ViewRange lines = view_range(y, q);
    for (int j = lines.begin; j < lines.end; ++j) {
      const T* v = nodes_of(j, i0, i1, room.data());
      if (!kernels.extremes(high.data(), low.data(), v, i1 - i0)) continue;
      nan.resize(in_sight);
      for (std::size_t i = 0; i < in_sight; ++i)
        if (v[i] != v[i]) nan[i] = true;
    }
    float* pixel = pixels + static_cast<std::ptrdiff_t>(q) * width;
    const auto fold = [&](const auto& is_nan) {
      for (const ViewRange& nodes : columns) {
        SignedExtreme<T> extreme = none;
        for (int i = nodes.begin; i < nodes.end; ++i) {
          const auto k = static_cast<std::size_t>(i - i0);
          add_extreme(extreme, SignedExtreme<T>{high[k], low[k], is_nan(k)});
        }
        *pixel++ = value_of(extreme);
      }
    };
    if (nan.empty())
      fold([](std::size_t) { return false; });
    else
      fold([&](std::size_t k) { return nan[k]; });
    done(q);
  }
}

}  // namespace ez
