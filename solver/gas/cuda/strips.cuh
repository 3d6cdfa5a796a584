// A warp marches up a strip of columns, two per lane. A lane gets its neighbours' values by shuffles, without a
// barrier. All of the strip's 64 columns except the first and the last are valid and stored.
#pragma once

#include "solver/engine/cuda/device/memory.h"
#include "solver/gas/cuda/quick.cuh"
#include "solver/gas/cuda/step.cuh"

namespace ez::gas::cuda {

inline constexpr int strip_warps = 4, strip_cells = 62;

// Values of two columns.
template <class V>
struct Two {
  V low, high;
};

struct Strip {
  int i;  // the lane's first column; at least −2
  bool mine_low, mine_high;
  // Offset in a row of the columns that the lane reads. They differ from i if i is beyond the grid.
  std::ptrdiff_t offset;
  bool only_high, only_low;

  __device__ __forceinline__ explicit Strip(const Layout& l) {
    const int lane = static_cast<int>(threadIdx.x & 31), warp = static_cast<int>(threadIdx.x >> 5);
    i = (static_cast<int>(blockIdx.x) * strip_warps + warp) * strip_cells - 2 + 2 * lane;
    mine_low = lane > 0 && i >= 0 && i < l.nx;
    mine_high = lane < 31 && i + 1 >= 0 && i + 1 < l.nx;
    const int at = min(i, l.nx / 2 * 2);
    offset = l.at(at, 0) - l.at(0, 0);
    only_high = at < -1;
    only_low = at + 1 > l.nx;
  }
  template <class V>
  __device__ __forceinline__ Two<V> in_room(Two<V> v) const {
    if (only_high) v.low = v.high;
    if (only_low) v.high = v.low;
    return v;
  }
};
inline dim3 strip_grid(const Layout& l, int rows) {
  return {blocks_for(l.nx + 1, strip_warps * strip_cells), blocks_for(l.ny, rows)};
}
// Returns the number of rows through which a warp marches. It is chosen so that the blocks fill the card a whole number
// of times, with few blocks left at the end. Each march does about two rows more than it has rows of cells.
inline int strip_rows(const Layout& l) {
  constexpr std::int64_t blocks_at_once = 4;  // per multiprocessor
  const int processors = ez::cuda::multiprocessors();
  int best = 8;
  const auto cost = [&](int rows) {
    const dim3 grid = strip_grid(l, rows);
    const std::int64_t blocks = std::int64_t{grid.x} * grid.y, at_once = blocks_at_once * processors;
    return (blocks + at_once - 1) / at_once * (rows + 2);
  };
  for (int rows = best + 1; rows <= 48; ++rows)
    if (cost(rows) < cost(best)) best = rows;
  return best;
}

__device__ __forceinline__ Two<State<float>> two_states(const Copy<float>& c, std::ptrdiff_t k) {
  const auto pair = [k](const float* a) { return *reinterpret_cast<const float2*>(a + k); };
  const float2 rho = pair(c.rho), u = pair(c.u), v = pair(c.v), p = pair(c.p);
  return {{rho.x, u.x, v.x, p.x}, {rho.y, u.y, v.y, p.y}};
}
template <bool Walls>
__device__ __forceinline__ Two<bool> two_walls(const Room<float>& r, std::ptrdiff_t k) {
  return {wall_at<Walls>(r, k), wall_at<Walls>(r, k + 1)};
}

// Tells the compiler that the value is warp-uniform; otherwise it guards every shuffle that follows.
__device__ __forceinline__ bool agreed(bool value) { return __shfl_sync(all_lanes, static_cast<int>(value), 0) != 0; }

// Return the value of the lane on the left, and of the one on the right.
__device__ __forceinline__ float from_left(float v) { return __shfl_up_sync(all_lanes, v, 1); }
__device__ __forceinline__ float from_right(float v) { return __shfl_down_sync(all_lanes, v, 1); }
__device__ __forceinline__ State<float> from_left(const State<float>& s) {
  return {from_left(s.rho), from_left(s.u), from_left(s.v), from_left(s.p)};
}
__device__ __forceinline__ Conserved<float> from_right(const Conserved<float>& c) {
  return {from_right(c.mass), from_right(c.x), from_right(c.y), from_right(c.energy)};
}

// Writes the new states of the row's two columns, which begin at k, and adds them to `found`, with their 1/ρ. Walls
// stay unchanged. A column that is not the strip's own can at most cause an unnecessary search.
template <bool Measures>
__device__ __forceinline__ void finish_two(const Room<float>& r, const Copy<float>& out, const Strip& strip,
                                           std::ptrdiff_t k, int j, const Two<State<float>>& old,
                                           const Two<State<float>>& made, const Two<float>& inverse,
                                           const Two<bool>& wall, Found<float>& found) {
  const State<float> a = wall.low ? old.low : made.low, b = wall.high ? old.high : made.high;
  if (strip.mine_low && strip.mine_high) {
    const auto put = [k](float* to, float x, float y) { *reinterpret_cast<float2*>(to + k) = {x, y}; };
    put(out.rho, a.rho, b.rho), put(out.u, a.u, b.u), put(out.v, a.v, b.v), put(out.p, a.p, b.p);
  } else if (strip.mine_low) {
    out.put(k, a);
  } else if (strip.mine_high) {
    out.put(k + 1, b);
  }
  const int i = strip.i;
  if (on_border(r, i, j) || on_border(r, i + 1, j))
#pragma unroll 1
    for (int v = 0; v < 2; ++v)
      if (v == 0 ? strip.mine_low : strip.mine_high)
        show_beyond(r, out, i + v, j,
                    State<float>{v == 0 ? a.rho : b.rho, v == 0 ? a.u : b.u, v == 0 ? a.v : b.v, v == 0 ? a.p : b.p});
  if (!wall.low) note<Measures>(found, a, inverse.low);
  if (!wall.high) note<Measures>(found, b, inverse.high);
}

// Returns f(gas), a part of a step computed with the quick gas. If that met an unusual number in some lane, computes it
// again with the ordinary gas.
template <class F>
__device__ __forceinline__ auto quickly(const Gas<float>& gas, const F& f) {
  const QuickGas quick(gas);
  auto made = f(quick);
  if (agreed(__any_sync(all_lanes, quick.odd) != 0)) made = f(gas);
  return made;
}

}  // namespace ez::gas::cuda
