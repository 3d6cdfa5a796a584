// The begin and the end of every step's kernel.
#pragma once

#include <type_traits>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/reduce.cuh"
#include "solver/gas/cuda/kernels.h"
#include "solver/gas/physics/diffusion.h"

namespace ez::gas::cuda {

using ez::cuda::blocks_for;
using ez::cuda::launch;

inline constexpr unsigned all_lanes = ~0U;

__device__ __forceinline__ unsigned bits_of(float v) { return __float_as_uint(v); }
__device__ __forceinline__ unsigned long long bits_of(double v) {
  return static_cast<unsigned long long>(__double_as_longlong(v));
}
__device__ __forceinline__ float value_of_bits(unsigned w) { return __uint_as_float(w); }
__device__ __forceinline__ double value_of_bits(unsigned long long w) {
  return __longlong_as_double(static_cast<long long>(w));
}

// Returns the number of rows through which a block marches. Each march computes one more row of faces than it has rows
// of cells. Short marches, however, keep all multiprocessors busy if there are few cells.
inline int rows_of(const Layout& l, int width) {
  constexpr int rows = 16, blocks_to_keep_busy = 4096;
  return (l.nx / width + 1) * (l.ny / rows + 1) < blocks_to_keep_busy ? rows / 2 : rows;
}

// Returns the number of blocks of a marching kernel that a multiprocessor must be able to hold. For floats 56 registers
// per thread suffice.
template <bool Walls, class T>
constexpr int marching_blocks(int width) {
  constexpr int most = 32;
  return Walls || sizeof(T) == 8 ? 1 : 1152 / width < most ? 1152 / width : most;
}

// Calls f with the width of a marching kernel as a constant. Uses 64 if there is no kernel of that width.
template <bool Walls, class T, class F>
void with_width(int width, const F& f) {
  if constexpr (!Walls && sizeof(T) == 4) {
    if (width == 32) return f(std::integral_constant<int, 32>());
    if (width == 128) return f(std::integral_constant<int, 128>());
    if (width == 256) return f(std::integral_constant<int, 256>());
  }
  f(std::integral_constant<int, 64>());
}

// Operation on a step's kernel after it is chosen: launch it, or query its resources.
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
  return r.layout.on_border(i, j);
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

// Returns the smaller value, or NaN if either is NaN.
__device__ __forceinline__ float least_of(float a, float b) {
  float least;
  asm("min.ftz.NaN.f32 %0, %1, %2;" : "=f"(least) : "f"(a), "f"(b));
  return least;
}
__device__ __forceinline__ double least_of(double a, double b) { return b < a || b != b ? b : a; }

// Results of a thread for its cells. Row by row it only collects bounds that show whether an exact search is necessary
// at the end: no signal is larger than that of the largest |u|, |v| and p/ρ together.
template <class T>
struct Found {
  T u = 0, v = 0, warmth = 0;  // the largest |u|, |v| and p/ρ
  // Least of all ρ, p and 1/ρ. Above 0: the gas is valid and its numbers are usual.
  T least = 1;
  T known = 0;    // only signals above this are searched
  T fastest = 0;  // the largest signal above that; 0: none
  int failed = none_failed;
};
// Start values of a block. Signals that others have already found need no second search, nor do those well below the
// largest of the previous state. Signals change little in a step. If all have decreased by more, the last block
// searches again.
template <class T>
__device__ __forceinline__ T largest_found(const Room<T>& r) {
  return value_of_bits(*static_cast<volatile typename Bits<T>::Word*>(&r.clock->growing));
}
template <bool Measures, class T>
__device__ __forceinline__ Found<T> found_so_far(const Room<T>& r) {
  Found<T> f;
  if (Measures) f.known = larger(value_of_bits(r.clock->growing), expected_signal(r.clock->fastest));
  return f;
}
// Adds a cell's new state; inverse: 1/ρ.
template <bool Measures, class T>
__device__ __forceinline__ void note(Found<T>& f, const State<T>& s, T inverse) {
  f.least = least_of(f.least, least_of(s.rho, s.p));
  if (!Measures) return;
  f.least = least_of(f.least, inverse);
  f.u = fmax(f.u, absolute(s.u));
  f.v = fmax(f.v, absolute(s.v));
  f.warmth = fmax(f.warmth, s.p * inverse);
}

// The cells of a thread: columns i to i + n − 1 that are its own, in rows j0 to j1 − 1. All threads of a warp have the
// same rows.
template <int n>
struct Cells {
  int i, j0, j1;
  // Not bits of a word, because ptxas of CUDA 13 has compiled `word == 0` as "not both".
  bool own[n];
  __device__ __forceinline__ bool any() const { return own[0] | own[n - 1]; }
};
template <class T>
__device__ __forceinline__ T raised(DeviceClock<T>& c, T fastest) {  // returns the value before
  return value_of_bits(atomicMax(&c.growing, bits_of(fastest)));
}
// Searches a warp's cells exactly, after they are written, if the bounds show that a signal may exceed all known ones.
// Goes from the last row to the first. The warp publishes the result of the last row and takes the others' results,
// which usually ends the search. (Few warps get here, so the code is kept short to be fetched sooner.)
template <bool Measures, int n, class T>
__device__ __forceinline__ void search_exactly(Found<T>& f, const Room<T>& r, const Copy<T>& made,
                                               const Cells<n>& cells) {
  const Gas<T>& g = r.numbers.gas;
  const auto counts = [&](int b, std::ptrdiff_t k) { return cells.own[b] && !(r.solid && r.solid[k] != 0); };
  const bool usual = f.least > T(0);
  if (!usual && cells.any())
#pragma unroll 1
    for (int j = cells.j0; j < cells.j1; ++j)
#pragma unroll
      for (int b = 0; b < n; ++b)
        if (const std::ptrdiff_t k = r.layout.at(cells.i + b, j); counts(b, k) && !sound(made.get(k)))
          f.failed = min(f.failed, j * r.layout.nx + cells.i + b);
  if (!Measures) return;
  const auto may_be_faster = [&](T known) {
    return cells.any() && !(usual && surely_slower({T(1), f.u, f.v, f.warmth}, g, known));
  };
  if (!__any_sync(all_lanes, may_be_faster(f.known))) return;
  struct Row {
    State<T> s[n];
    bool counts[n];
  } coming;
  const auto fetch = [&](int j) {
#pragma unroll
    for (int b = 0; b < n; ++b) {
      const std::ptrdiff_t k = r.layout.at(cells.i + b, j);
      coming.counts[b] = counts(b, k);
      if (coming.counts[b]) coming.s[b] = made.get(k);
    }
  };
  T known = f.known, fastest = 0;
  fetch(cells.j1 - 1);
#pragma unroll 1
  for (int j = cells.j1 - 1; j >= cells.j0; --j) {
    const Row row = coming;
    if (j > cells.j0) fetch(j - 1);
#pragma unroll
    for (int b = 0; b < n; ++b)
      if (row.counts[b]) fastest = larger(signal_rate(row.s[b], g), fastest);
    if (j < cells.j1 - 1) continue;
    const T mine = ez::cuda::warp_max(fastest);
    T others = 0;
    if ((threadIdx.x + blockDim.x * threadIdx.y) % 32 == 0) others = raised(*r.clock, mine);
    known = larger(known, larger(mine, __shfl_sync(all_lanes, others, 0)));
    if (!__any_sync(all_lanes, may_be_faster(known))) return;
  }
  if (fastest > known) f.fastest = fastest;
}

template <bool Walls, class T>
__device__ __forceinline__ bool wall_at(const Room<T>& r, std::ptrdiff_t k) {
  return Walls && r.solid[k] != 0;
}
// Writes a cell with its gain in the step. A wall cell stays unchanged.
template <bool Measures, class T>
__device__ __forceinline__ void finish(const Room<T>& r, const Copy<T>& out, int i, int j, const State<T>& old,
                                       const Conserved<T>& gained, bool wall, Found<T>& found) {
  T inverse;
  const State<T> made = with_gain(old, gained, r.numbers.gas, inverse), s = wall ? old : made;
  out.put(r.layout.at(i, j), s);
  show_beyond(r, out, i, j, s);
  if (!wall) note<Measures>(found, s, inverse);
}

template <class T>
__device__ __forceinline__ void close_step(const Room<T>& r) {
  DeviceClock<T>& c = *r.clock;
  const bool made = c.clock.end_step(c.first_failed != none_failed, r.numbers);
  if (made && r.numbers.by_signal()) c.fastest = value_of_bits(c.growing);
  if (!c.clock.failed) c.first_failed = none_failed;
  c.growing = 0;
  c.arrived = 0;
  c.clock.begin_step(c.fastest, r.numbers);
}
template <class T>
__device__ __forceinline__ void grow(DeviceClock<T>& c, T fastest) {
  if (fastest > T(0)) (void)raised(c, fastest);
}
// Searches all cells again, in the last block, if no cell's signal reached the expected minimum.
template <class T>
__device__ __noinline__ void search_all_cells(Room<T> r) {
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
// Ends a block. All its threads call it once, after their cells are written.
template <class T>
__device__ __forceinline__ void end_block(const Room<T>& r, const Found<T>& found, bool measure, bool closes) {
  DeviceClock<T>& c = *r.clock;
  if (found.failed != none_failed) atomicMin(&c.first_failed, found.failed);
  grow(c, found.fastest);
  if (!closes) return;
  __syncthreads();
  bool is_last = false, again = false;
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    __threadfence();
    is_last = atomicAdd(&c.arrived, 1u) + 1 == gridDim.x * gridDim.y;
    if (is_last) {
      __threadfence();
      again = measure && largest_found(r) < expected_signal(c.fastest);
    }
  }
  if (measure && __syncthreads_or(again)) {
    __threadfence();
    search_all_cells(r);
    __syncthreads();
    __threadfence();
  }
  if (is_last) close_step(r);
}

}  // namespace ez::gas::cuda
