// The kernel of a pass, for one number of levels and one precision. Each stands in a file of its own, pass_*.cu: they
// take long to compile.
#pragma once

#include <algorithm>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/streamed/stream.cuh"

namespace ez::cuda::streamed {

template <class T, int L>
struct Shared {  // bytes of a block: the palettes of Ez, Hx, Hy, zeros for rows without terms, a ring for each warp
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
  if (const int maker = static_cast<int>(blockIdx.x) - p.tile_blocks; maker >= 0) {
    const int threads = static_cast<int>(blockDim.x);
    make_all_values<T, L>(p.signals + static_cast<std::ptrdiff_t>(L) * p.signal_count, p.signal_count, p.amount,
                          p.amount_count, p.in_step, p.in_step_count, p.next_values,
                          maker * threads + static_cast<int>(threadIdx.x), makers * threads);
    return;
  }
  extern __shared__ __align__(16) unsigned char shared[];
  auto* palette = reinterpret_cast<Pair<T>*>(shared);
  const int warp = static_cast<int>(threadIdx.x >> 5), warps = static_cast<int>(blockDim.x >> 5);
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
  // Written out: a call by way of a lambda is not inlined, or spills.
  switch (static_cast<Class>(__shfl_sync(all_lanes, tile->kind, 0))) {
    case Class::uniform:
      return stream<T, L, Class::uniform>(p, tile, palette, zeros, ring);
    case Class::lossy:
      return stream<T, L, Class::lossy>(p, tile, palette, zeros, ring);
    case Class::clear_x:
      return stream<T, L, Class::clear_x>(p, tile, palette, zeros, ring);
    case Class::clear_y:
      return stream<T, L, Class::clear_y>(p, tile, palette, zeros, ring);
    case Class::palette:
      return stream<T, L, Class::palette>(p, tile, palette, zeros, ring);
    case Class::layer_x:
      return stream<T, L, Class::layer_x>(p, tile, palette, zeros, ring);
    case Class::layer_y:
      return stream<T, L, Class::layer_y>(p, tile, palette, zeros, ring);
    case Class::corner:
      return stream<T, L, Class::corner>(p, tile, palette, zeros, ring);
    case Class::driven:
      return stream<T, L, Class::driven>(p, tile, palette, zeros, ring);
    case Class::clear_x_driven:
      return stream<T, L, Class::clear_x_driven>(p, tile, palette, zeros, ring);
    case Class::clear_y_driven:
      return stream<T, L, Class::clear_y_driven>(p, tile, palette, zeros, ring);
    case Class::points:
      return stream<T, L, Class::points>(p, tile, palette, zeros, ring);
    case Class::layer_x_points:
      return stream<T, L, Class::layer_x_points>(p, tile, palette, zeros, ring);
    case Class::layer_y_points:
      return stream<T, L, Class::layer_y_points>(p, tile, palette, zeros, ring);
    case Class::corner_points:
      return stream<T, L, Class::corner_points>(p, tile, palette, zeros, ring);
    case Class::magnetic:
      return stream<T, L, Class::magnetic>(p, tile, palette, zeros, ring);
  }
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
  Pass<T> of_blocks = pass;
  of_blocks.tile_blocks = blocks;
  const int all = blocks + (pass.next_values != nullptr ? makers : 0);
  launch_shared(pass_kernel<T, L>, static_cast<unsigned>(all), 32 * static_cast<unsigned>(warps),
                Shared<T, L>::all(warps), stream, of_blocks);
}
template <class T, int L>
KernelLimits PassOf<T, L>::limits() {
  cudaFuncAttributes a{};
  EZ_CUDA(cudaFuncGetAttributes(&a, pass_kernel<T, L>));
  return {a.maxThreadsPerBlock, a.numRegs};
}

}  // namespace ez::cuda::streamed
