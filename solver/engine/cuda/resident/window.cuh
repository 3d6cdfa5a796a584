// The window of a block: its place in the grid, the part of the field that a lane keeps in registers, and the block's
// shared memory.
#pragma once

#include <cstddef>

#include "solver/engine/cuda/resident/kernel.h"
#include "solver/engine/cuda/streamed/stream.cuh"

namespace ez::cuda::resident {

using streamed::Columns;
using streamed::LaneLayers;
using streamed::Pass;
using streamed::RowLayer;

// The values of a Block, copied once. The compiler would otherwise read them again after every write to memory.
struct Window {
  int x, y, own_x0, own_x1, own_y0, own_y1, due, due_count, neighbours;

  __device__ __forceinline__ explicit Window(const Block& b)
      : x(b.x),
        y(b.y),
        own_x0(b.own_x0),
        own_x1(b.own_x1),
        own_y0(b.own_y0),
        own_y1(b.own_y1),
        due(b.due),
        due_count(b.due_count),
        neighbours(b.neighbours) {}
};

// Position of a thread in its block, and of its first node in the grid.
struct Place {
  int thread, lane, warp;
  int x, y;
  std::ptrdiff_t at;  // index of the node in the arrays of the grid
  bool in_width;      // true if the columns are in the grid
};
template <int R, class T>
__device__ __forceinline__ Place place_of_thread(const Pass<T>& p, const Window& window) {
  const int thread = static_cast<int>(threadIdx.x), lane = thread & 31, warp = thread >> 5;
  const int x = window.x + lane * lane_columns<T>, y = window.y + warp * R;
  return {thread, lane, warp, x, y, y * p.pitch + x, x < p.nx};
}

// Decides which of a lane's nodes the block owns. j is a row of the grid.
// The conditions do not use short-circuit operators. A branch between two reads would make the later one wait.
struct Ownership {
  bool own_lane, edge_lane, in_width;
  int own_y0, own_y1, period;
  unsigned own_rows;

  __device__ __forceinline__ Ownership(const Window& w, const Place& place, int steps)
      : own_lane(place.x >= w.own_x0 && place.x < w.own_x1),
        edge_lane(place.x < w.own_x0 + steps || place.x >= w.own_x1 - steps),
        in_width(place.in_width),
        own_y0(w.own_y0),
        own_y1(w.own_y1),
        period(steps),
        own_rows(static_cast<unsigned>(w.own_y1 - w.own_y0)) {}
  __device__ __forceinline__ bool is_own(int j) const {
    return own_lane & (static_cast<unsigned>(j - own_y0) < own_rows);
  }
  // Returns true if other blocks may need the block's own node.
  __device__ __forceinline__ bool is_edge(int j) const {
    return edge_lane | (j < own_y0 + period) | (j >= own_y1 - period);
  }
  // Returns true if another block owns the node.
  template <class T>
  __device__ __forceinline__ bool is_others(const Pass<T>& p, int j) const {
    return in_width & (j < p.ny) & !is_own(j);
  }
};

// Properties of a Kind of window: rows per warp, and the layers in it.
template <int Shape, int Kind>
constexpr int lane_rows = shapes[Shape].rows[Kind];
template <int Kind>
constexpr bool has_layer_x = (Kind & layer_x) != 0;
template <int Kind>
constexpr bool has_layer_y = (Kind & layer_y) != 0;

// The field at the nodes of one lane: V columns of R rows. The kernel keeps it in registers.
template <class T, int Shape, int Kind>
struct LaneField {
  static constexpr bool X = has_layer_x<Kind>, Y = has_layer_y<Kind>;
  static constexpr int V = lane_columns<T>, R = lane_rows<Shape, Kind>;

  T e[R][V], hx[R][V], hy[R][V];
  T psi_xh[X ? R : 1][V], psi_xe[X ? R : 1][V];  // ψ along x, of hy and of Ez
  T psi_yh[Y ? R : 1][V], psi_ye[Y ? R : 1][V];  // ψ along y, of hx and of Ez
  T hx_below[V], psi_below[V];                   // hx of the row below, and its ψ
};

// The layers along x at the columns of one lane.
template <class T>
struct LaneStretch {
  Stretch<T> e[lane_columns<T>], h[lane_columns<T>];  // have no effect outside the layers
  bool in_h[lane_columns<T>];                         // true if hy is in a layer
};

// Returns true for rows in a layer along y.
template <class T>
__device__ __forceinline__ bool is_row_in_layer(const Pass<T>& p, int j) {
  return (j < p.layers.y_low) | ((p.layers.y_high > 0) & (j >= p.ny - 1 - p.layers.y_high));
}

// A source or a probe in the window, see Due.
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
