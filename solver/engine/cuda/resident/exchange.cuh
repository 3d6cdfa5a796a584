// The exchange between blocks. With every step, one more layer of nodes becomes invalid, from the window's edge
// inwards. After a period, a block writes its own nodes near its edge to memory, waits for its neighbours, and reads
// its overlap again.
#pragma once

#include "solver/engine/cuda/resident/meeting.cuh"
#include "solver/engine/cuda/resident/window.cuh"

namespace ez::cuda::resident {

// Lets a block wait for its neighbours. A thread of the first warp waits for each.
class Neighbours {
 public:
  template <class T>
  __device__ __forceinline__ Neighbours(const Run<T>& run, const Block& block, int count, int thread)
      : flag_(thread < count ? run.flags + block.neighbour[thread] * flag_stride : nullptr),
        thread_(thread),
        exchanges_(run.epoch) {}
  // Raises the block's flag and waits until all neighbours have raised theirs.
  template <class T>
  __device__ __forceinline__ void meet(const Run<T>& run) {
    ++exchanges_;
    __syncthreads();
    if (thread_ == 0) raise(run.flags + blockIdx.x * flag_stride, exchanges_);
    if (flag_)
      while (static_cast<int>(look_at(flag_) - exchanges_) < 0) {
      }
    __syncthreads();
  }
  // Number of exchanges, over all runs.
  __device__ __forceinline__ unsigned exchanges() const { return exchanges_; }

 private:
  const unsigned* flag_;  // of the neighbour for which this thread waits; nullptr: none
  int thread_;
  unsigned exchanges_;
};

// Writes the nodes that other blocks need (Out), or reads those that they own.
template <bool Out, class T, int Shape, int Kind>
__device__ __forceinline__ void exchange_rows(const Run<T>& run, LaneField<T, Shape, Kind>& f, const Ownership& owner,
                                              const Place& place, bool lane_in_layer, int turn) {
  constexpr int V = lane_columns<T>;
  T* q = run.exchange + std::ptrdiff_t{turn * exchanged} * run.nodes + place.at;
#pragma unroll
  for (int r = 0; r < lane_rows<Shape, Kind>; ++r) {
    const int j = place.y + r;
    const bool ok = Out ? owner.is_own(j) & owner.is_edge(j) : owner.is_others(run.pass, j);
    const auto move = [&](T(&values)[V], int array, bool also) {
      if constexpr (Out)
        write(q + array * run.nodes, values, ok & also);
      else
        read(values, q + array * run.nodes, ok & also);
    };
    move(f.e[r], 0, true);
    move(f.hx[r], 1, true);
    move(f.hy[r], 2, true);
    if constexpr (has_layer_x<Kind>) {
      move(f.psi_xh[r], 3, lane_in_layer);
      move(f.psi_xe[r], 4, lane_in_layer);
    }
    if constexpr (has_layer_y<Kind>) {
      move(f.psi_yh[r], 5, is_row_in_layer(run.pass, j));
      move(f.psi_ye[r], 6, is_row_in_layer(run.pass, j));
    }
    q += run.pass.pitch;
  }
}

// Reads hx of the row below the warp's rows, if another block owns it.
template <class T, int Shape, int Kind>
__device__ __forceinline__ void read_row_below(const Run<T>& run, LaneField<T, Shape, Kind>& f, const Ownership& owner,
                                               const Place& place, int turn) {
  const Pass<T>& p = run.pass;
  const T* q = run.exchange + std::ptrdiff_t{turn * exchanged} * run.nodes + place.at - p.pitch;
  const bool other = owner.is_others(p, place.y - 1) & (place.y > 0);
  read(f.hx_below, q + run.nodes, other);
  if constexpr (has_layer_y<Kind>) read(f.psi_below, q + 5 * run.nodes, other & is_row_in_layer(p, place.y - 1));
}

}  // namespace ez::cuda::resident
