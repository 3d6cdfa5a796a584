// The scheme `two-kernel`, and the parts that other schemes use. It makes a step with two kernels: H everywhere, then
// Ez everywhere (solver/physics/yee.h has the equations).
//
// A thread owns `run` adjacent nodes of one column, so a block of bx × by threads covers bx × (by·run) nodes. The
// update moves 36 bytes for a few operations, so the number of simultaneous loads determines the speed. One node per
// thread does not use the full memory bandwidth of a large GPU. Four nodes do, and Ez(j+1) is read once instead of
// twice.
//
// Boundaries, ghosts and layers concern few blocks. All threads of a block agree on whether the block is `inside`,
// which means outside all of them. Those blocks take the short path (update_*_run). The others take the complete path
// node by node (update_*_node).
#include <cstdint>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/schemes/scheme.h"
#include "solver/engine/cuda/views.h"
#include "solver/engine/cuda/walls.cuh"
#include "solver/physics/yee.h"

namespace ez::cuda {
namespace {

constexpr int run = rows_of_a_thread;
constexpr int most_threads = 1024;  // any block shape is legal: at most 64 registers per thread

__device__ __forceinline__ bool block_is_inside(const Inside& inside) {
  const int i0 = static_cast<int>(blockIdx.x * blockDim.x), i1 = i0 + static_cast<int>(blockDim.x);
  const int rows = static_cast<int>(blockDim.y) * run, j0 = static_cast<int>(blockIdx.y) * rows, j1 = j0 + rows;
  return i0 >= inside.i0 && i1 <= inside.i1 && j0 >= inside.j0 && j1 <= inside.j1;
}

template <class T>
__device__ __forceinline__ bool in_layer(const AxisView<T>& axis, int node) {
  return node < axis.low || node >= axis.high_begin;
}
template <class T>
__device__ __forceinline__ Stretch<T> stretch_at(const AxisView<T>& axis, int line, int node) {
  const std::ptrdiff_t table = axis.line_class ? axis.line_class[line] : 0;
  return axis.nodes[table * axis.count + node];
}
// Return ψ of node (i, j) in a layer of the x axis, and of the y axis.
template <class T>
__device__ __forceinline__ T& psi_x(const AxisView<T>& x, int i, int j) {
  const std::ptrdiff_t row = j;
  return i < x.low ? x.psi_low[row * x.low + i] : x.psi_high[row * x.high + (i - x.high_begin)];
}
template <class T>
__device__ __forceinline__ T& psi_y(const AxisView<T>& y, std::ptrdiff_t pitch, int i, int j) {
  return j < y.low ? y.psi_low[j * pitch + i] : y.psi_high[(j - y.high_begin) * pitch + i];
}

// ---- H

template <class T, bool Magnetic>
__device__ __forceinline__ Pair<T> hx_coefficients(const HStep<T>& s, std::ptrdiff_t at) {
  if constexpr (Magnetic)
    return s.hx_palette[s.hx_entry[at]];
  else
    return s.hx_all;
}
template <class T, bool Magnetic>
__device__ __forceinline__ Pair<T> hy_coefficients(const HStep<T>& s, std::ptrdiff_t at) {
  if constexpr (Magnetic)
    return s.hy_palette[s.hy_entry[at]];
  else
    return s.hy_all;
}

// Updates any node. The last row's hx and the last column's hy are beyond the boundary. They stay 0 unless the boundary
// is periodic, where the first line follows.
template <class T, bool Magnetic>
__device__ void update_h_node(const HStep<T>& s, int i, int j) {
  const Arrays<T>& f = s.f;
  const std::ptrdiff_t at = j * f.pitch + i;
  const T e = f.ez[at];
  const bool last_row = j == f.ny - 1, last_column = i == f.nx - 1;
  if (!last_row || s.walls.top == Beyond::wrap) {
    const T e_up = f.ez[last_row ? i : at + f.pitch];
    const Pair<T> d = hx_coefficients<T, Magnetic>(s, at);
    T hx = f.hx[at];
    if (in_layer(s.y, j))
      hx = update_hx_layer(hx, d.a, d.b, stretch(e_up - e, stretch_at(s.y, i, j), psi_y(s.y, f.pitch, i, j)));
    else
      hx = update_hx(hx, d.a, d.b, e, e_up);
    f.hx[at] = hx;
  }
  if (!last_column || s.walls.right == Beyond::wrap) {
    const T e_right = f.ez[last_column ? at - i : at + 1];
    const Pair<T> d = hy_coefficients<T, Magnetic>(s, at);
    T hy = f.hy[at];
    if (in_layer(s.x, i))
      hy = update_hy_layer(hy, d.a, d.b, stretch(e_right - e, stretch_at(s.x, j, i), psi_x(s.x, i, j)));
    else
      hy = update_hy(hy, d.a, d.b, e, e_right);
    f.hy[at] = hy;
  }
}

// Updates `run` nodes of one column, all inside. Issues every load before it needs the first result.
template <class T, bool Magnetic>
__device__ __forceinline__ void update_h_run(const HStep<T>& s, int i, int j0) {
  const Arrays<T>& f = s.f;
  const std::ptrdiff_t first = j0 * f.pitch + i;
  T e[run + 1], e_right[run], hx[run], hy[run];
  Pair<T> dx[run], dy[run];
#pragma unroll
  for (int r = 0; r <= run; ++r) e[r] = f.ez[first + r * f.pitch];
#pragma unroll
  for (int r = 0; r < run; ++r) {
    const std::ptrdiff_t at = first + r * f.pitch;
    e_right[r] = f.ez[at + 1];
    hx[r] = f.hx[at];
    hy[r] = f.hy[at];
  }
#pragma unroll
  for (int r = 0; r < run; ++r) {
    dx[r] = hx_coefficients<T, Magnetic>(s, first + r * f.pitch);
    dy[r] = hy_coefficients<T, Magnetic>(s, first + r * f.pitch);
  }
#pragma unroll
  for (int r = 0; r < run; ++r) {
    const std::ptrdiff_t at = first + r * f.pitch;
    f.hx[at] = update_hx(hx[r], dx[r].a, dx[r].b, e[r], e[r + 1]);
    f.hy[at] = update_hy(hy[r], dy[r].a, dy[r].b, e[r], e_right[r]);
  }
}

template <class T, bool Magnetic>
__global__ void __launch_bounds__(most_threads, 1) update_h_kernel(const HStep<T> s) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j0 = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y) * run;
  if (block_is_inside(s.inside)) {
    update_h_run<T, Magnetic>(s, i, j0);
  } else if (i < s.f.nx) {
#pragma unroll 1
    for (int j = j0; j < min(j0 + run, s.f.ny); ++j) update_h_node<T, Magnetic>(s, i, j);
  }
}

// ---- E

// Updates any node.
template <class T, class Index>
__device__ void update_e_node(const EStep<T>& s, int i, int j) {
  const Arrays<T>& f = s.f;
  const std::ptrdiff_t at = j * f.pitch + i;
  const Pair<T> c = s.palette[static_cast<const Index*>(s.entry)[at]];
  const T e = f.ez[at];
  const T hx = hx_above(f, s.walls, j, at), below = hx_below(f, s.walls, j, at);
  const T hy = hy_right(f, s.walls, i, at), left = hy_left(f, s.walls, i, at);
  const bool in_x = in_layer(s.x, i), in_y = in_layer(s.y, j);
  if (in_x || in_y) {
    const T dhy_dx = in_x ? stretch(hy - left, stretch_at(s.x, j, i), psi_x(s.x, i, j)) : hy - left;
    if (in_y)
      f.ez[at] =
          update_ez_layer(e, c.a, c.b, dhy_dx, stretch(hx - below, stretch_at(s.y, i, j), psi_y(s.y, f.pitch, i, j)));
    else
      f.ez[at] = update_ez_x_layer(e, c.a, c.b, dhy_dx, hx, below);
  } else {
    f.ez[at] = update_ez(e, c.a, c.b, hy, left, hx, below);
  }
}

// Updates `run` nodes of one column, all inside.
template <class T, class Index>
__device__ __forceinline__ void update_e_run(const EStep<T>& s, int i, int j0) {
  const Arrays<T>& f = s.f;
  const std::ptrdiff_t first = j0 * f.pitch + i;
  const Index* entry = static_cast<const Index*>(s.entry);
  Index index[run];
  T hx[run + 1], hy[run], left[run], e[run];  // hx[r] is below node r, hx[r + 1] above it
  Pair<T> c[run];
#pragma unroll
  for (int r = 0; r < run; ++r) index[r] = entry[first + r * f.pitch];
#pragma unroll
  for (int r = 0; r <= run; ++r) hx[r] = f.hx[first + (r - 1) * f.pitch];
#pragma unroll
  for (int r = 0; r < run; ++r) {
    const std::ptrdiff_t at = first + r * f.pitch;
    hy[r] = f.hy[at];
    left[r] = f.hy[at - 1];
    e[r] = f.ez[at];
  }
#pragma unroll
  for (int r = 0; r < run; ++r) c[r] = s.palette[index[r]];
#pragma unroll
  for (int r = 0; r < run; ++r)
    f.ez[first + r * f.pitch] = update_ez(e[r], c[r].a, c[r].b, hy[r], left[r], hx[r + 1], hx[r]);
}

template <class T, class Index>
__global__ void __launch_bounds__(most_threads, 1) update_e_kernel(const EStep<T> s) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int j0 = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y) * run;
  if (block_is_inside(s.inside)) {
    update_e_run<T, Index>(s, i, j0);
  } else if (i < s.f.nx) {
#pragma unroll 1
    for (int j = j0; j < min(j0 + run, s.f.ny); ++j) update_e_node<T, Index>(s, i, j);
  }
}

// ---- launching

unsigned rows_of_blocks(BlockShape block, int ny) { return blocks_for(blocks_for(ny, run), block.y); }

dim3 grid_of(BlockShape block, int nx, int ny) { return {blocks_for(nx, block.x), rows_of_blocks(block, ny), 1}; }
dim3 block_of(BlockShape block) { return {static_cast<unsigned>(block.x), static_cast<unsigned>(block.y), 1}; }

}  // namespace

template <class T>
void launch_h(const HStep<T>& s, BlockShape block, cudaStream_t stream) {
  launch(s.hx_entry ? update_h_kernel<T, true> : update_h_kernel<T, false>, grid_of(block, s.f.nx, s.f.ny),
         block_of(block), stream, s);
}
template <class T>
void launch_e(const EStep<T>& s, BlockShape block, cudaStream_t stream) {
  launch(s.wide ? update_e_kernel<T, std::uint16_t> : update_e_kernel<T, std::uint8_t>, grid_of(block, s.f.nx, s.f.ny),
         block_of(block), stream, s);
}

template <class T>
KernelLimits limits_of(bool magnetic, bool wide) {
  cudaFuncAttributes h{}, e{};
  EZ_CUDA(cudaFuncGetAttributes(&h, magnetic ? update_h_kernel<T, true> : update_h_kernel<T, false>));
  EZ_CUDA(cudaFuncGetAttributes(&e, wide ? update_e_kernel<T, std::uint16_t> : update_e_kernel<T, std::uint8_t>));
  return {h.maxThreadsPerBlock < e.maxThreadsPerBlock ? h.maxThreadsPerBlock : e.maxThreadsPerBlock,
          h.numRegs > e.numRegs ? h.numRegs : e.numRegs};
}

cudaError_t load_kernels() {
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes, update_h_kernel<float, false>);
}

namespace schemes {
namespace {

template <class T>
class TwoKernel final : public StepScheme<T> {
 public:
  void take(const Problem&, const Change&, const SchemeArguments<T>& loan, cudaStream_t) override { loan_ = loan; }
  void step_h(BlockShape block, cudaStream_t stream) override { launch_h(loan_.h, block, stream); }
  void step_e(BlockShape block, cudaStream_t stream) override { launch_e(loan_.e, block, stream); }
  KernelLimits limits() const override { return limits_of<T>(loan_.h.hx_entry != nullptr, loan_.e.wide); }
  int rows_per_thread() const override { return run; }

 private:
  SchemeArguments<T> loan_;
};

}  // namespace

template <class T>
std::unique_ptr<Scheme<T>> make_two_kernel(int) {
  return std::make_unique<TwoKernel<T>>();
}
template std::unique_ptr<Scheme<float>> make_two_kernel<float>(int);
template std::unique_ptr<Scheme<double>> make_two_kernel<double>(int);

}  // namespace schemes

template void launch_h(const HStep<float>&, BlockShape, cudaStream_t);
template void launch_h(const HStep<double>&, BlockShape, cudaStream_t);
template void launch_e(const EStep<float>&, BlockShape, cudaStream_t);
template void launch_e(const EStep<double>&, BlockShape, cudaStream_t);
template KernelLimits limits_of<float>(bool, bool);
template KernelLimits limits_of<double>(bool, bool);

}  // namespace ez::cuda
