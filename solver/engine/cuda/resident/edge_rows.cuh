// The first and the last row of Ez of each warp, which the warps of a block publish for their neighbours in shared
// memory. There are two places, used alternately, so that the warps synchronise only once in a step.
#pragma once

#include "solver/engine/cuda/resident/meeting.cuh"
#include "solver/engine/cuda/resident/window.cuh"

namespace ez::cuda::resident {

template <class T, int Shape>
class EdgeRows {
 public:
  using Column = Columns<T, lane_columns<T>>;

  __device__ __forceinline__ EdgeRows(Shared<T, Shape>& s, const Place& place)
      : s_(s), warp_(place.warp), lane_(place.lane), meeting_(&s.meeting) {}
  // Call from one thread.
  __device__ __forceinline__ void init() { meeting_.init(); }
  template <int Kind>
  __device__ __forceinline__ void publish(const LaneField<T, Shape, Kind>& f) {
    Column low, high;
#pragma unroll
    for (int v = 0; v < lane_columns<T>; ++v) low.v[v] = f.e[0][v], high.v[v] = f.e[lane_rows<Shape, Kind> - 1][v];
    s_.first[shown_][warp_ + 1][lane_] = low;
    s_.last[shown_][warp_ + 1][lane_] = high;
    meeting_.arrive();
  }
  // Waits until all warps have published their rows.
  __device__ __forceinline__ void wait() { meeting_.wait(); }
  // Return the row below the warp's rows, and the row above them.
  __device__ __forceinline__ Column below() const { return s_.last[shown_][warp_][lane_]; }
  __device__ __forceinline__ Column above() const { return s_.first[shown_][warp_ + 2][lane_]; }
  // Switches to the other place.
  __device__ __forceinline__ void turn() { shown_ ^= 1; }

 private:
  Shared<T, Shape>& s_;
  int warp_, lane_, shown_ = 0;
  Meeting meeting_;
};

// Sets all published rows to 0. Those below the first warp and above the last stay so.
template <class T, int Shape>
__device__ __forceinline__ void clear_edge_rows(Shared<T, Shape>& s, int thread) {
  using Column = Columns<T, lane_columns<T>>;
  for (int k = thread; k < 2 * (warps + 2) * 32; k += 32 * warps) {
    (&s.first[0][0][0])[k] = Column{};
    (&s.last[0][0][0])[k] = Column{};
  }
}

}  // namespace ez::cuda::resident
