// What every step's kernel begins and ends with.
#pragma once

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/reduce.cuh"
#include "solver/gas/cuda/kernels.h"
#include "solver/gas/physics/diffusion.h"

namespace ez::gas::cuda {

using ez::cuda::blocks_for;
using ez::cuda::launch;

__device__ __forceinline__ unsigned bits_of(float v) { return __float_as_uint(v); }
__device__ __forceinline__ unsigned long long bits_of(double v) {
  return static_cast<unsigned long long>(__double_as_longlong(v));
}
__device__ __forceinline__ float value_of_bits(unsigned w) { return __uint_as_float(w); }
__device__ __forceinline__ double value_of_bits(unsigned long long w) {
  return __longlong_as_double(static_cast<long long>(w));
}

// How many rows a block marches through: each march does a row of faces more than it has rows of cells, but short ones
// keep all of a card's multiprocessors at work where cells are few.
inline int rows_of(const Layout& l, int width) {
  constexpr int rows = 16, blocks_to_keep_busy = 4096;
  return (l.nx / width + 1) * (l.ny / rows + 1) < blocks_to_keep_busy ? rows / 2 : rows;
}

// What is done with a step's kernel once it is chosen: it is launched, or asked what it takes.
struct Launch {
  cudaStream_t stream;
  template <class... Parameters, class... Arguments>
  void operator()(void (*kernel)(Parameters...), dim3 grid, dim3 block, const Arguments&... arguments) const {
    launch(kernel, grid, block, stream, arguments...);
  }
};
struct AskResources {
  KernelResources& answer;
  template <class... Parameters, class... Arguments>
  void operator()(void (*kernel)(Parameters...), dim3, dim3 block, const Arguments&...) const {
    cudaFuncAttributes a{};
    EZ_CUDA(cudaFuncGetAttributes(&a, kernel));
    answer.threads = static_cast<int>(block.x * block.y * block.z);
    answer.registers = a.numRegs;
    answer.local_bytes = static_cast<int>(a.localSizeBytes);
    answer.shared_bytes = static_cast<int>(a.sharedSizeBytes);
    EZ_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&answer.blocks_at_once, kernel, answer.threads, 0));
  }
};

// One copy of the cells.
template <class T>
struct Copy {
  T *rho, *u, *v, *p;
  __device__ __forceinline__ State<T> get(std::ptrdiff_t k) const { return {rho[k], u[k], v[k], p[k]}; }
  __device__ __forceinline__ void put(std::ptrdiff_t k, const State<T>& s) const {
    rho[k] = s.rho, u[k] = s.u, v[k] = s.v, p[k] = s.p;
  }
};
template <class T>
__device__ __forceinline__ Copy<T> copy_of(const Room<T>& r, int copy) {
  return {r.array(copy, 0), r.array(copy, 1), r.array(copy, 2), r.array(copy, 3)};
}

template <class T>
__device__ __forceinline__ bool on_border(const Room<T>& r, int i, int j) {
  return i == 0 || j == 0 || i == r.layout.nx - 1 || j == r.layout.ny - 1;
}
template <class T>
__device__ __forceinline__ void show_beyond(const Room<T>& r, const Copy<T>& c, int i, int j, const State<T>& s) {
  if (!on_border(r, i, j)) return;
  each_image(i, j, r.layout, r.sides, [&](int a, int b, bool mirrored_x, bool mirrored_y) {
    const State<T> x = mirrored_x ? mirror_x(s) : s;
    c.put(r.layout.at(a, b), mirrored_y ? mirror_y(x) : x);
  });
}
template <class T>
__device__ __forceinline__ void show_beyond(const Room<T>& r, T* cells, int i, int j, T w) {
  if (!on_border(r, i, j)) return;
  each_image(i, j, r.layout, r.sides, [&](int a, int b, bool, bool) {
    cells[r.layout.at(a, b)] = is_held(a, b, r.layout, r.sides) ? beyond_held(r.held[held_at(a, b, r.layout)], w) : w;
  });
}

// What a thread finds of the cells it makes.
template <class T>
struct Found {
  T fastest = 0, known = 0;  // the largest signal; from which on it looks for larger ones
  int failed = none_failed;
};
// As a block begins. What others have found needs no second look; nor, where `Expects`, what is well below the largest
// of the state before: signals change little in a step, and where all have fallen further the last block looks again.
template <class T>
__device__ __forceinline__ T found_by_all(const Room<T>& r) {
  return value_of_bits(*static_cast<volatile typename Bits<T>::Word*>(&r.clock->growing));
}
template <bool Expects = true, class T>
__device__ __forceinline__ Found<T> found_so_far(const Room<T>& r, bool measure) {
  Found<T> f;
  if (measure) f.fastest = f.known = larger(found_by_all(r), Expects ? expected_signal(r.clock->fastest) : T(0));
  return f;
}
// Of n cells of a row, the first of them (i, j), those that `counts`. Few are looked at closely: one branch for all.
template <int n, class T>
__device__ __forceinline__ void note(Found<T>& f, const Room<T>& r, int i, int j, const State<T> (&s)[n],
                                     const bool (&counts)[n], bool measure) {
  const Gas<T>& g = r.numbers.gas;
#pragma unroll
  for (int k = 0; k < n; ++k)
    if (counts[k] && !sound(s[k])) f.failed = min(f.failed, j * r.layout.nx + i + k);
  if (!measure) return;
  bool slow = true;
#pragma unroll
  for (int k = 0; k < n; ++k) slow &= !counts[k] | surely_slower(s[k], g, f.fastest);
  if (slow) return;
#pragma unroll
  for (int k = 0; k < n; ++k)
    if (counts[k]) f.fastest = larger(signal_rate(s[k], g), f.fastest);
}

template <bool Walls, class T>
__device__ __forceinline__ bool wall_at(const Room<T>& r, std::ptrdiff_t k) {
  return Walls && r.solid[k] != 0;
}
// Writes a cell with what it gains in the step; one that is a wall stays.
template <class T>
__device__ __forceinline__ void finish(const Room<T>& r, const Copy<T>& out, int i, int j, const State<T>& old,
                                       const Conserved<T>& gained, bool wall, bool measure, Found<T>& found) {
  const State<T> s = wall ? old : with_gain(old, gained, r.numbers.gas);
  out.put(r.layout.at(i, j), s);
  show_beyond(r, out, i, j, s);
  if (!wall) note<1>(found, r, i, j, {s}, {true}, measure);
}

template <class T>
__device__ __forceinline__ void close_step(const Room<T>& r) {
  DeviceClock<T>& c = *r.clock;
  c.clock.end_step(c.first_failed != none_failed);
  if (!c.clock.failed && r.numbers.by_signal()) c.fastest = value_of_bits(c.growing);
  c.growing = 0;
  c.arrived = 0;
  c.clock.begin_step(c.fastest, r.numbers);
}
template <class T>
__device__ __forceinline__ void grow(DeviceClock<T>& c, T fastest) {
  const auto mine = bits_of(fastest);
  if (mine > *static_cast<volatile typename Bits<T>::Word*>(&c.growing)) atomicMax(&c.growing, mine);
}
// By the last block, where no cell's signal was what had been expected at least: all cells once more, whatever they
// are.
template <class T>
__device__ __noinline__ void look_again(Room<T> r) {
  const Copy<T> made = copy_of(r, 1 - static_cast<int>(r.clock->clock.steps & 1));
  const int threads = static_cast<int>(blockDim.x * blockDim.y),
            first = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  T fastest = 0;
  for (int j = 0; j < r.layout.ny; ++j)
    for (int i = first; i < r.layout.nx; i += threads)
      if (const std::ptrdiff_t k = r.layout.at(i, j); !r.solid || r.solid[k] == 0)
        fastest = larger(signal_rate(made.get(k), r.numbers.gas), fastest);
  grow(*r.clock, fastest);
}
// All threads of a block of whole warps, once, when their cells are written.
template <bool Expects = true, class T>
__device__ __forceinline__ void end_block(const Room<T>& r, const Found<T>& found, bool measure, bool closes) {
  DeviceClock<T>& c = *r.clock;
  const bool first = threadIdx.x == 0 && threadIdx.y == 0;
  if (found.failed != none_failed) atomicMin(&c.first_failed, found.failed);
  if (measure) {
    const T most = ez::cuda::warp_max(found.fastest > found.known ? found.fastest : T(0));
    if ((threadIdx.y * blockDim.x + threadIdx.x) % 32 == 0) grow(c, most);
  }
  if (!closes) return;
  __threadfence();
  __syncthreads();
  bool is_last = first && atomicAdd(&c.arrived, 1u) + 1 == gridDim.x * gridDim.y;
  if constexpr (Expects)
    if (measure) {
      is_last = __syncthreads_or(is_last);
      if (is_last) __threadfence();
      const bool again = is_last && found_by_all(r) < expected_signal(c.fastest);
      __syncthreads();  // all have read it
      if (again) look_again(r);
      __syncthreads();
    }
  if (!is_last || !first) return;
  __threadfence();
  close_step(r);
}

}  // namespace ez::gas::cuda
