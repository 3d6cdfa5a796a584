#include "solver/engine/cuda/copy_rows.h"

#include <cstdint>

#include "solver/engine/cuda/device/launch.cuh"

namespace ez::cuda {
namespace {

constexpr int threads = 256, blocks_of_a_piece = 64;
constexpr int at_once = 4;  // loads of a thread that are under way at the same time

// Copies with `stride` threads. Four words at a time if both addresses allow it.
__device__ void copy_piece(const PieceCopies::Copy& c, std::size_t first, std::size_t stride) {
  const auto* from = static_cast<const std::uint32_t*>(c.from);
  auto* to = static_cast<std::uint32_t*>(c.to);
  const bool aligned = (reinterpret_cast<std::uintptr_t>(from) | reinterpret_cast<std::uintptr_t>(to)) % 16 == 0;
  const std::size_t fours = aligned ? c.words / 4 : 0;
  for (std::size_t n = first; n < fours; n += at_once * stride) {
    uint4 values[at_once];
#pragma unroll
    for (int k = 0; k < at_once; ++k)
      if (n + k * stride < fours) values[k] = reinterpret_cast<const uint4*>(from)[n + k * stride];
#pragma unroll
    for (int k = 0; k < at_once; ++k)
      if (n + k * stride < fours) reinterpret_cast<uint4*>(to)[n + k * stride] = values[k];
  }
  for (std::size_t n = 4 * fours + first; n < c.words; n += stride) to[n] = from[n];
}

__global__ void copy_kernel(const PieceCopies pieces) {
  copy_piece(pieces.copies[blockIdx.y], blockIdx.x * blockDim.x + threadIdx.x,
             static_cast<std::size_t>(gridDim.x) * blockDim.x);
}

}  // namespace

void launch_copy_pieces(const PieceCopies& pieces, cudaStream_t stream) {
  if (pieces.count > 0)
    launch(copy_kernel, dim3(blocks_of_a_piece, static_cast<unsigned>(pieces.count)), threads, stream, pieces);
}

}  // namespace ez::cuda
