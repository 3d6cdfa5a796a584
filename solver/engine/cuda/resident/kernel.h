// Arguments and launch of the kernel of the scheme `resident`.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "solver/engine/cuda/resident/plan.h"

namespace ez::cuda::resident {

// Arrays that blocks exchange. For every node: Ez, hx, hy, ψ of hy and of Ez along x, ψ of hx and of Ez along y. There
// are two sets, used alternately. Nodes that no block owns stay 0.
inline constexpr int exchanged = 7;

template <class T>
struct Run {
  // The field, tables, signals and probes; its tiles are unused. The field is read from and written to the same arrays.
  streamed::Pass<T> pass;
  const Block* blocks = nullptr;
  const Due* due = nullptr;
  T* exchange = nullptr;  // 2 × exchanged arrays of `nodes` values
  std::ptrdiff_t nodes = 0;
  // One flag per block, flag_stride apart: the number of exchanges that the block has written, over all runs.
  unsigned* flags = nullptr;
  unsigned epoch = 0;  // number of exchanges before this run
  int steps = 0, period = 0;
};
inline constexpr int flag_stride = 32;

template <class T, int Shape>
struct KernelOf {
  static void launch(const Run<T>& run, int blocks, cudaStream_t stream);
  // Returns the number of blocks that can be resident at once; 0 without cooperative launch.
  static int most_blocks();
};

}  // namespace ez::cuda::resident
