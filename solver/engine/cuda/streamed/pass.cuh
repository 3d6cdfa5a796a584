// The kernel of a pass, for one number of levels and one precision. Each instance has its own file, pass_*.cu, because
// compiling it takes long.
#pragma once

#include <algorithm>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/streamed/stream.cuh"

namespace ez::cuda::streamed {

template <class T, int L>
// Layout of a block's shared memory in bytes: the palettes of Ez, Hx and Hy, zeros for rows without terms, and a ring
// for each warp.
struct Shared {
  template <Class... Kinds>
  static constexpr int most = std::max({RingOf<T, L, Kinds>::bytes...});
  static constexpr int ring =
      most<Class::points, Class::layer_x_points, Class::layer_y_points, Class::corner_points, Class::magnetic>;
  static constexpr int zeros = 3 * palette_entries * static_cast<int>(sizeof(Pair<T>));
  static constexpr int zero_bytes = L * static_cast<int>(sizeof(Step<T>));
  static constexpr int rings = zeros + zero_bytes;
  static constexpr int all(int warps) { return rings + warps * ring; }
};

template <class T, int L>
__global__ void __launch_bounds__(32 * most_warps, 1) pass_kernel(const Pass<T> p) {
  extern __shared__ __align__(16) unsigned char shared[];
  auto* palette = reinterpret_cast<Pair<T>*>(shared);
  // Gets the warp's number by a shuffle, for the same reason as own_lane().
  const int warp = agreed(static_cast<int>(threadIdx.x >> 5)), warps = static_cast<int>(blockDim.x >> 5);
  const Tile<T>*of_block = p.tiles + static_cast<std::ptrdiff_t>(blockIdx.x) * warps, *tile = of_block + warp;
  unsigned char* ring = shared + Shared<T, L>::rings + warp * Shared<T, L>::ring;
  if (of_block->kind >= static_cast<int>(Class::palette)) {
    const auto fill = [&](Pair<T>* to, const Pair<T>* from, int count) {
      for (int k = static_cast<int>(threadIdx.x); k < palette_entries; k += 32 * warps)
        to[k] = k < count ? from[k] : Pair<T>{0, 0};
    };
    fill(palette, p.palette, p.palette_size);
    if (of_block->kind == static_cast<int>(Class::magnetic)) {
      fill(palette + palette_entries, p.hx_palette, p.magnetic_size);
      fill(palette + 2 * palette_entries, p.hy_palette, p.magnetic_size);
    }
    for (int k = static_cast<int>(threadIdx.x); k < Shared<T, L>::zero_bytes / 4; k += 32 * warps)
      reinterpret_cast<unsigned*>(shared + Shared<T, L>::zeros)[k] = 0;
    __syncthreads();
  }
  const unsigned char* zeros = shared + Shared<T, L>::zeros;
  // Written out, because a call through a lambda is not inlined, or spills registers.
  for (int then = -1; then != 0; tile += then) {
    switch (static_cast<Class>(agreed(tile->kind))) {
      case Class::uniform:
        stream<T, L, Class::uniform>(p, tile, palette, zeros, ring);
        break;
      case Class::lossy:
        stream<T, L, Class::lossy>(p, tile, palette, zeros, ring);
        break;
      case Class::clear_x:
        stream<T, L, Class::clear_x>(p, tile, palette, zeros, ring);
        break;
      case Class::clear_y:
        stream<T, L, Class::clear_y>(p, tile, palette, zeros, ring);
        break;
      case Class::palette:
        stream<T, L, Class::palette>(p, tile, palette, zeros, ring);
        break;
      case Class::layer_x:
        stream<T, L, Class::layer_x>(p, tile, palette, zeros, ring);
        break;
      case Class::layer_y:
        stream<T, L, Class::layer_y>(p, tile, palette, zeros, ring);
        break;
      case Class::corner:
        stream<T, L, Class::corner>(p, tile, palette, zeros, ring);
        break;
      case Class::driven:
        stream<T, L, Class::driven>(p, tile, palette, zeros, ring);
        break;
      case Class::clear_x_driven:
        stream<T, L, Class::clear_x_driven>(p, tile, palette, zeros, ring);
        break;
      case Class::clear_y_driven:
        stream<T, L, Class::clear_y_driven>(p, tile, palette, zeros, ring);
        break;
      case Class::points:
        stream<T, L, Class::points>(p, tile, palette, zeros, ring);
        break;
      case Class::layer_x_points:
        stream<T, L, Class::layer_x_points>(p, tile, palette, zeros, ring);
        break;
      case Class::layer_y_points:
        stream<T, L, Class::layer_y_points>(p, tile, palette, zeros, ring);
        break;
      case Class::corner_points:
        stream<T, L, Class::corner_points>(p, tile, palette, zeros, ring);
        break;
      case Class::magnetic:
        stream<T, L, Class::magnetic>(p, tile, palette, zeros, ring);
        break;
    }
    then = agreed(tile->then);
  }
  // Reads the tile again, because no register stays free while the tiles run.
  const int maker = p.tiles[static_cast<std::ptrdiff_t>(blockIdx.x) * warps].maker;
  if (maker >= 0 && p.next_values != nullptr)
    make_all_values<T, L>(p.signals + static_cast<std::ptrdiff_t>(L) * p.signal_count, p.signal_count, p.amount,
                          p.amount_count, p.in_step, p.in_step_count, p.next_values,
                          maker * 32 * warps + static_cast<int>(threadIdx.x), p.makers * 32 * warps);
}

template <class T, int L>
__global__ void values_kernel(const Pass<T> p) {
  const auto thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  make_all_values<T, L>(p.signals, p.signal_count, p.amount, p.amount_count, p.in_step, p.in_step_count, p.values,
                        thread, static_cast<int>(gridDim.x * blockDim.x));
}

template <class T, int L>
void PassOf<T, L>::prepare() {
  EZ_CUDA(
      cudaFuncSetAttribute(pass_kernel<T, L>, cudaFuncAttributeMaxDynamicSharedMemorySize, Shared<T, L>::all(warps())));
}
template <class T, int L>
int PassOf<T, L>::warps() {
  const bool all_fit = static_cast<std::size_t>(Shared<T, L>::all(most_warps)) <= most_shared_bytes();
  return all_fit ? most_warps : fewer_warps;
}
template <class T, int L>
void PassOf<T, L>::launch(const Pass<T>& pass, int blocks, int warps, cudaStream_t stream) {
  if (blocks == 0) return;
  launch_shared(pass_kernel<T, L>, static_cast<unsigned>(blocks), 32 * static_cast<unsigned>(warps),
                Shared<T, L>::all(warps), stream, pass);
}
template <class T, int L>
void PassOf<T, L>::make_values(const Pass<T>& pass, cudaStream_t stream) {
  constexpr int threads = 128;
  const int terms = std::max({pass.amount_count, pass.in_step_count, 1});
  ez::cuda::launch(values_kernel<T, L>, blocks_for(terms, threads), threads, stream, pass);
}
template <class T, int L>
KernelLimits PassOf<T, L>::limits() {
  cudaFuncAttributes a{};
  EZ_CUDA(cudaFuncGetAttributes(&a, pass_kernel<T, L>));
  return {a.maxThreadsPerBlock, a.numRegs};
}

}  // namespace ez::cuda::streamed
