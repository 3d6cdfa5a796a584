// The sources and probes in a window. They are due after Ez, in the warp that has their row.
#pragma once

#include <type_traits>

#include "solver/engine/cuda/resident/meeting.cuh"
#include "solver/engine/cuda/resident/window.cuh"
#include "solver/physics/source.h"

namespace ez::cuda::resident {

// Copies the block's operations that are due to shared memory.
template <class T, int Shape>
__device__ __forceinline__ void load_due(const Run<T>& run, const Window& window, int thread, Shared<T, Shape>& s) {
  for (int k = thread; k < window.due_count; k += 32 * warps) {
    const Due d = run.due[window.due + k];
    DueHere here;
    here.x0 = d.x0, here.x1 = d.x1, here.row = d.y - window.y;
    if (d.kind == streamed::Due::probe)
      here.of_kind = d.index;
    else
      here.of_kind = d.kind == streamed::Due::soft ? source_soft : source_hard;
    s.due[k] = here;
  }
}

// Computes the values of the block's sources in the steps of a period, from step `first` on.
template <class T, int Shape>
__device__ __forceinline__ void set_amounts(const Run<T>& run, const Window& window, int thread, int first,
                                            Shared<T, Shape>& s) {
  const Pass<T>& p = run.pass;
  for (int k = thread; k < window.due_count * most_period; k += 32 * warps) {
    const int of = k / most_period, step = k % most_period;
    const Due d = run.due[window.due + of];
    if (step >= run.period || first + step >= run.steps || d.kind == streamed::Due::probe) continue;
    const double signal = p.signals[std::ptrdiff_t{first + step} * p.signal_count + d.index];
    s.amount[of][step] = d.kind == streamed::Due::soft ? soft_source(T(0), d.weight, signal) : hard_source<T>(signal);
  }
}

// The operations of one warp: a range of the block's list, which is in order of the rows.
struct DueRange {
  int begin = 0, end = 0;
  __device__ __forceinline__ bool empty() const { return begin == end; }
};
template <int R, class T, int Shape>
__device__ __forceinline__ DueRange due_of_warp(const Shared<T, Shape>& s, int count, int warp) {
  int begin = 0, end = 0;
  for (int k = 0; k < count; ++k) {
    if (s.due[k].row < warp * R) begin = k + 1;
    if (s.due[k].row < (warp + 1) * R) end = k + 1;
  }
  return {__shfl_sync(all_lanes, begin, 0), __shfl_sync(all_lanes, end, 0)};
}

template <int N>
using Constant = std::integral_constant<int, N>;

// Calls f with a row of the warp as a constant. Registers have no index.
template <int R, class F>
__device__ __forceinline__ void call_with_row(int row, const F& f) {
  static_assert(R <= 14);
  switch (row) {
    case 0:
      return f(Constant<0>{});
    case 1:
      return f(Constant<1>{});
    case 2:
      return f(Constant<2>{});
    case 3:
      return f(Constant<3>{});
    case 4:
      return f(Constant<4>{});
    case 5:
      return f(Constant<5>{});
    case 6:
      return f(Constant<6>{});
    case 7:
      return f(Constant<7>{});
    case 8:
      return f(Constant<8>{});
    case 9:
      return f(Constant<9>{});
    case 10:
      return f(Constant<10>{});
    case 11:
      return f(Constant<11>{});
    case 12:
      return f(Constant<12>{});
    default:
      return f(Constant<13>{});
  }
}

// Applies an operation to row r. Step n of the slice is recorded by probes.
template <int r, class T, int Shape, int Kind>
__device__ __forceinline__ void apply_to_row(const Pass<T>& p, LaneField<T, Shape, Kind>& f, int of_kind, int from,
                                             int to, T amount, int n) {
  constexpr int V = lane_columns<T>;
  if constexpr (r < lane_rows<Shape, Kind>) {
    if (of_kind < 0) {
#pragma unroll
      for (int v = 0; v < V; ++v) {
        const T next = (of_kind == source_soft ? f.e[r][v] : T(0)) + amount;
        f.e[r][v] = (v >= from) & (v < to) ? next : f.e[r][v];
      }
    } else {
      T value = f.e[r][0];
#pragma unroll
      for (int v = 1; v < V; ++v) value = v == from ? f.e[r][v] : value;
      if (static_cast<unsigned>(from) < unsigned{V})
        p.probes[std::ptrdiff_t{n} * p.probe_count + of_kind] = static_cast<double>(value);
    }
  }
}

// Applies the warp's operations after step n of the slice, which is step `of_period` of the period.
template <class T, int Shape, int Kind>
__device__ __forceinline__ void apply_due(const Pass<T>& p, LaneField<T, Shape, Kind>& f, const Shared<T, Shape>& s,
                                          const DueRange& range, const Place& place, int n, int of_period) {
  constexpr int R = lane_rows<Shape, Kind>;
  for (int k = range.begin; k < range.end; ++k) {
    const DueHere d = s.due[k];
    const T amount = s.amount[k][of_period];
    const int from = d.x0 - place.x, to = d.x1 - place.x;
    const auto apply = [&](auto row) { apply_to_row<decltype(row)::value>(p, f, d.of_kind, from, to, amount, n); };
    call_with_row<R>(d.row - place.warp * R, apply);
  }
}

}  // namespace ez::cuda::resident
