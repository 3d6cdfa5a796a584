// What the kernel of the scheme `resident` sees, and how it is launched.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "solver/engine/cuda/resident/plan.h"

namespace ez::cuda::resident {

// What passes between blocks: of every node Ez, hx, hy, ψ of hy and of Ez along x, ψ of hx and of Ez along y; twice, in
// turns. Nodes that nobody owns stay 0.
inline constexpr int exchanged = 7;

template <class T>
struct Run {
  // The field, tables, signals and probes; it knows nothing of tiles. The field goes from and to the same arrays.
  streamed::Pass<T> pass;
  const Block* blocks = nullptr;
  const Due* due = nullptr;
  T* exchange = nullptr;  // 2 × exchanged arrays of `nodes`
  std::ptrdiff_t nodes = 0;
  unsigned* flags = nullptr;  // of each block, flag_stride apart: how many exchanges it has written, over all runs
  unsigned epoch = 0;         // how many there were before this run
  int steps = 0, period = 0;
};
inline constexpr int flag_stride = 32;

template <class T, int Shape>
struct KernelOf {
  static void launch(const Run<T>& run, int blocks, cudaStream_t stream);
  // Blocks that can be resident at once; 0 without cooperative launch.
  static int most_blocks();
};

}  // namespace ez::cuda::resident
