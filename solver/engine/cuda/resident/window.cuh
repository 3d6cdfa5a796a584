// The shared memory of a block.
#pragma once

#include "solver/engine/cuda/resident/plan.h"
#include "solver/engine/cuda/streamed/stream.cuh"

namespace ez::cuda::resident {

using streamed::Columns;
using streamed::LaneLayers;
using streamed::RowLayer;

struct alignas(16) DueHere {
  int x0 = 0, x1 = 0;
  int row = 0;      // in the window
  int of_kind = 0;  // source_soft, source_hard, or the index of a probe (≥ 0)
};
constexpr int source_soft = -2, source_hard = -1;

// Shared memory of a block.
template <class T, int Shape>
struct Shared {
  unsigned long long meeting;
  static constexpr int rows = warps * shapes[Shape].rows[inner];  // maximum of a window
  alignas(16) Columns<T, lane_columns<T>> first[2][warps + 2][32],
      last[2][warps + 2][32];  // rows of Ez; zeros at the ends
  Columns<T, lane_columns<T>> cb[rows][32], ca[rows][32];
  RowLayer<T> row_e[rows], row_h[rows + 1];  // row_h: hx from the row below the window on
  DueHere due[most_due];
  T amount[most_due][most_period];  // value of a source in each step until the next exchange
};

}  // namespace ez::cuda::resident
