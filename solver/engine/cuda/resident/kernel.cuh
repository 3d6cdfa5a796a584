// Runs a whole batch slice in one launch. Ez, hx and hy of a block's window stay in registers, and ψ too. Neighbours
// along x are in the next lane. In each step the warps of a block publish the first and last row of their Ez in shared
// memory, alternately in two places, so that they synchronise only once. hx of the row below a warp is computed twice
// instead of being published. Those two rows are computed first. While they are being exchanged, a warp computes its
// other rows and as much of the next step as it can.
//
// With every step, one more layer of nodes becomes invalid, from the window's edge inwards. After `period` steps a
// block writes its own nodes near its edge to memory and raises its flag. It then waits for its neighbours' flags and
// reads its overlap again.
#pragma once

#include <algorithm>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/resident/due.cuh"
#include "solver/engine/cuda/resident/exchange.cuh"
#include "solver/engine/cuda/resident/field.cuh"
#include "solver/engine/cuda/resident/kernel.h"
#include "solver/engine/cuda/resident/step.cuh"

namespace ez::cuda::resident {

// Runs the slice in one block, whose window has the layers of Kind.
template <class T, int Shape, int Kind>
__device__ __forceinline__ void run_block(const Run<T>& run, const Block& block, Shared<T, Shape>& s) {
  constexpr bool X = has_layer_x<Kind>, Y = has_layer_y<Kind>;
  constexpr int R = lane_rows<Shape, Kind>;
  const Pass<T>& p = run.pass;
  const Window window(block);
  const Place place = place_of_thread<R>(p, window);
  const T dbx = p.dbx, dby = p.dby;

  // Read the field and the media.
  LaneField<T, Shape, Kind> field;
  LaneStretch<T> columns;
  if constexpr (Y) load_row_layers<R>(p, window, place.thread, s);
  bool lane_in_layer = false;
  if constexpr (X) lane_in_layer = load_column_layers(p, place, field, columns);
  const WarpMedia media = load_rows(p, place, field, s);

  // Read the sources and probes, and publish the first rows.
  load_due(run, window, place.thread, s);
  set_amounts(run, window, place.thread, 0, s);
  clear_edge_rows(s, place.thread);
  __syncthreads();
  const DueRange due = due_of_warp<R>(s, window.due_count, place.warp);
  EdgeRows<T, Shape> edges(s, place);
  if (place.thread == 0) edges.init();
  __syncthreads();
  edges.publish(field);

  // Make the steps. After each period, exchange nodes with the neighbouring blocks.
  const int period = run.period, steps = run.steps;
  const Ownership owner(window, place, period);
  Neighbours neighbours(run, block, window.neighbours, place.thread);
  for (int done = 0, turn = 0;; turn ^= 1) {
    const int end = min(done + period, steps);
    for (int of_period = 0; done < end; ++done, ++of_period) {
      if (Y && media.layered)
        advance_rows<Y>(field, columns, edges, s, place, media, dbx, dby, due.empty());
      else
        advance_rows<false>(field, columns, edges, s, place, media, dbx, dby, due.empty());
      if (!due.empty()) {
        apply_due(p, field, s, due, place, done, of_period);
        edges.publish(field);
      }
    }
    if (done == steps) break;
    exchange_rows<true>(run, field, owner, place, lane_in_layer, turn);
    neighbours.meet(run);
    edges.wait();
    read_row_below(run, field, owner, place, turn);
    exchange_rows<false>(run, field, owner, place, lane_in_layer, turn);
    set_amounts(run, window, place.thread, done, s);
    edges.publish(field);
  }
  // Write the field, after all neighbours have read their nodes.
  if (neighbours.exchanges() == run.epoch) neighbours.meet(run);
  store_field(p, field, owner, place);
}

template <class T, int Shape>
__global__ void __launch_bounds__(32 * warps, 1) resident_kernel(const Run<T> run) {
  extern __shared__ __align__(16) unsigned char memory[];
  auto& shared = *reinterpret_cast<Shared<T, Shape>*>(memory);
  const Block& block = run.blocks[blockIdx.x];
  switch (block.kind) {
    case inner:
      return run_block<T, Shape, inner>(run, block, shared);
    case layer_x:
      return run_block<T, Shape, layer_x>(run, block, shared);
    case layer_y:
      return run_block<T, Shape, layer_y>(run, block, shared);
    default:
      return run_block<T, Shape, layer_x | layer_y>(run, block, shared);
  }
}

template <class T, int Shape>
void KernelOf<T, Shape>::launch(const Run<T>& run, int blocks, cudaStream_t stream) {
  launch_cooperative(resident_kernel<T, Shape>, static_cast<unsigned>(blocks), 32 * warps, sizeof(Shared<T, Shape>),
                     stream, run);
}
template <class T, int Shape>
int KernelOf<T, Shape>::most_blocks() {
  int device = 0, can = 0, each = 0;
  EZ_CUDA(cudaGetDevice(&device));
  EZ_CUDA(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, device));
  constexpr int bytes = static_cast<int>(sizeof(Shared<T, Shape>));
  if (!can || cudaFuncSetAttribute(resident_kernel<T, Shape>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) !=
                  cudaSuccess) {
    cudaGetLastError();  // this card has fewer resources: not an error, but CUDA records it as one
    return 0;
  }
  EZ_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, resident_kernel<T, Shape>, 32 * warps, bytes));
  return std::min(each, 1) * multiprocessors();
}

}  // namespace ez::cuda::resident
