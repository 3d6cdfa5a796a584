// Operations on the whole grid in addition to its steps: the largest signal, borders, edits, pictures.
#include <algorithm>
#include <bit>

#include "solver/gas/cuda/step.cuh"
#include "solver/gas/physics/quantity.h"
#include "solver/gas/picture.h"

namespace ez::gas::cuda {
namespace {

constexpr int block = 256;
constexpr dim3 picture_block(32, 8);
constexpr unsigned sign_bit = 0x80000000u, infinite_bits = 0x7f800000u;

template <class T>
__device__ __forceinline__ bool wall_here(const Room<T>& r, std::ptrdiff_t k) {
  return r.solid && r.solid[k] != 0;
}

// Returns the largest of a block's values in thread 0. Uses shuffles within warps and then between them, or halves, as
// Yamamoto (2010) did: 128 threads store the larger of two values in shared memory, then 64, down to the last one.
template <CflForm form, class T>
__device__ __forceinline__ T largest_of_block(T value) {
  __shared__ T kept[block];
  const int t = static_cast<int>(threadIdx.x);
  if constexpr (form == CflForm::tree) {
    kept[t] = value;
    __syncthreads();
    for (int half = block / 2; half > 0; half /= 2) {
      if (t < half) kept[t] = larger(kept[t], kept[t + half]);
      __syncthreads();
    }
    return kept[0];
  } else {
    const T most = ez::cuda::warp_max(value);
    if (t % 32 == 0) kept[t / 32] = most;
    __syncthreads();
    if (t >= 32) return value;
    return ez::cuda::warp_max(t < block / 32 ? kept[t] : T(0));
  }
}

template <CflForm form, class T>
__global__ void __launch_bounds__(block) signal(Room<T> r, bool of_step) {
  DeviceClock<T>& c = *r.clock;
  if (of_step && c.clock.stopped) return;
  const int copy = static_cast<int>((c.clock.steps + (of_step ? 1 : 0)) & 1);
  const int i = static_cast<int>(blockIdx.x * block + threadIdx.x), j = static_cast<int>(blockIdx.y);
  T rate = 0;
  if (i < r.layout.nx) {
    const std::ptrdiff_t k = r.layout.at(i, j);
    if (!wall_here(r, k)) rate = signal_rate(copy_of(r, copy).get(k), r.numbers.gas);
  }
  const T most = largest_of_block<form>(rate);
  if (threadIdx.x != 0) return;
  grow(c, most);
  __threadfence();
  if (atomicAdd(&c.arrived, 1u) + 1 < gridDim.x * gridDim.y) return;
  __threadfence();
  if (of_step) return close_step(r);
  c.fastest = value_of_bits(c.growing);
  c.growing = 0;
  c.arrived = 0;
}

template <class T>
__global__ void begin(Room<T> r, std::int64_t steps, double until) {
  Clock<T>& c = r.clock->clock;
  c.last_step = c.steps + steps;
  c.until = until;
  c.begin_step(r.clock->fastest, r.numbers);
}

template <class T>
__global__ void border(Room<T> r) {
  const int n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), nx = r.layout.nx, ny = r.layout.ny;
  // The first and the last rows, then columns. In a small grid some occur twice.
  constexpr int lines = 2 * Layout::beyond;
  if (n >= lines * (nx + ny)) return;
  const auto line = [](int k, int count) { return k < Layout::beyond ? min(k, count - 1) : max(count - lines + k, 0); };
  const int m = n - lines * nx, i = m < 0 ? n % nx : line(m / ny, nx), j = m < 0 ? line(n / nx, ny) : m % ny;
  const int now = static_cast<int>(r.clock->clock.steps & 1);
  if (r.is_heat_scheme()) {
    T* cells = r.array(now, 0);
    return show_beyond(r, cells, i, j, cells[r.layout.at(i, j)]);
  }
  const Copy<T> cells = copy_of(r, now);
  show_beyond(r, cells, i, j, cells.get(r.layout.at(i, j)));
}

template <class T>
__global__ void paint(Room<T> r, const std::int32_t* places, int count, State<T> s) {
  const int n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (n >= count) return;
  const int now = static_cast<int>(r.clock->clock.steps & 1);
  const std::ptrdiff_t k = r.layout.at(places[n] % r.layout.nx, places[n] / r.layout.nx);
  if (r.is_heat_scheme())
    r.array(now, 0)[k] = s.rho;
  else
    copy_of(r, now).put(k, s);
}

// Returns a value of cell (i, j) in the present state.
template <class T>
__device__ T value_in(const Room<T>& r, Quantity q, int i, int j) {
  const int now = static_cast<int>(r.clock->clock.steps & 1);
  const auto wall = [&](int a, int b) { return wall_here(r, r.layout.at(a, b)); };
  if (r.is_heat_scheme()) {
    const T* cells = r.array(now, 0);
    return heat_value(
        q, i, j, [&](int a, int b) { return cells[r.layout.at(a, b)]; }, wall, r.numbers.diffusivity, r.numbers.gas);
  }
  const Copy<T> cells = copy_of(r, now);
  return gas_value(
      q, i, j, [&](int a, int b) { return cells.get(r.layout.at(a, b)); }, wall, r.numbers.gas);
}

template <class T, class Out>
__global__ void read(Room<T> r, Quantity q, Out* out) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), j = static_cast<int>(blockIdx.y);
  if (i >= r.layout.nx) return;
  out[static_cast<std::ptrdiff_t>(j) * r.layout.nx + i] = static_cast<Out>(value_in(r, q, i, j));
}

// Returns a rank with the same order as the values. No finite value has the rank 0 or 2³²−1.
__device__ __forceinline__ unsigned rank_of(float v) {
  const unsigned bits = bits_of(v);
  return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}
__device__ __forceinline__ bool is_finite(unsigned magnitude) { return magnitude < infinite_bits; }

// Draws a picture. If cells are magnified, each pixel computes its four cells itself, as do its neighbours. Their
// inputs are in the cache, and storing the values of cells would need another kernel. Otherwise each cell is visited
// once.
template <class T>
__global__ void picture(Room<T> r, Shown s, float* pixels, SeenCell* seen) {
  const int p = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
            q = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  unsigned magnitude = 0, least = 0, bad = 0;
  if (p < s.width && q < s.height) {
    const auto wall = [&](int i, int j) { return wall_here(r, r.layout.at(i, j)); };
    const auto value = [&](int i, int j) { return static_cast<float>(value_in(r, s.quantity, i, j)); };
    const float pixel = pixel_of(s, p, q, value, wall);
    pixels[static_cast<std::ptrdiff_t>(q) * s.width + p] = pixel;
    magnitude = bits_of(pixel) & ~sign_bit;
    if (is_finite(magnitude)) {
      if (shows_cell(s, p, q, wall)) least = ~rank_of(pixel);
    } else {
      magnitude = 0;
      bad = 1;
    }
  }
  magnitude = ez::cuda::warp_max(magnitude);
  least = ez::cuda::warp_max(least);
  bad = ez::cuda::warp_max(bad);
  if (!ez::cuda::warp_leader()) return;
  if (magnitude > 0) atomicMax(&seen->max_bits, magnitude);
  if (least > 0) atomicMax(&seen->least, least);
  if (bad > 0) atomicMax(&seen->bad, bad);
}

// Finds the largest value. Rows are distributed over the blocks; within a row the block's threads share the cells.
template <class T>
__global__ void largest(Room<T> r, Quantity q, LargestCell* cell) {
  LargestCell most = 0;
  for (int j = static_cast<int>(blockIdx.x); j < r.layout.ny; j += static_cast<int>(gridDim.x))
    for (int i = static_cast<int>(threadIdx.x); i < r.layout.nx; i += static_cast<int>(blockDim.x)) {
      const unsigned magnitude = bits_of(static_cast<float>(value_in(r, q, i, j))) & ~sign_bit;
      const LargestCell here = LargestCell{magnitude} << 32 | ~static_cast<unsigned>(j * r.layout.nx + i);
      if (is_finite(magnitude) && here > most) most = here;
    }
  most = ez::cuda::warp_max(most);
  if (ez::cuda::warp_leader() && most > 0) atomicMax(cell, most);
}

template <class T>
__global__ void note_cells(Room<T> r, const Watch* watches, int count, std::int64_t first, double* times,
                           double* values) {
  const std::int64_t row = r.clock->clock.steps - 1 - first;
  if (row < 0) return;  // no step was made
  const int n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (n == 0) times[row] = r.clock->clock.time;
  if (n >= count) return;
  const Watch w = watches[n];
  values[row * count + n] = static_cast<double>(value_in(r, w.quantity, w.cell % r.layout.nx, w.cell / r.layout.nx));
}

}  // namespace

template <class T>
void launch_signal(const Room<T>& r, CflForm form, bool of_step, cudaStream_t stream) {
  const dim3 grid(blocks_for(r.layout.nx, block), static_cast<unsigned>(r.layout.ny));
  launch(form == CflForm::tree ? signal<CflForm::tree, T> : signal<CflForm::shuffle, T>, grid, dim3(block), stream, r,
         of_step);
}
template <class T>
void launch_begin(const Room<T>& r, std::int64_t steps, double until, cudaStream_t stream) {
  launch(begin<T>, dim3(1), dim3(1), stream, r, steps, until);
}
template <class T>
void launch_border(const Room<T>& r, cudaStream_t stream) {
  launch(border<T>, dim3(blocks_for(2 * Layout::beyond * (r.layout.nx + r.layout.ny), block)), dim3(block), stream, r);
}
template <class T>
void launch_paint(const Room<T>& r, const std::int32_t* places, int count, State<T> values, cudaStream_t stream) {
  launch(paint<T>, dim3(blocks_for(count, block)), dim3(block), stream, r, places, count, values);
}
template <class T, class Out>
void launch_read(const Room<T>& r, Quantity q, Out* out, cudaStream_t stream) {
  launch(read<T, Out>, dim3(blocks_for(r.layout.nx, block), static_cast<unsigned>(r.layout.ny)), dim3(block), stream, r,
         q, out);
}
template <class T>
void launch_picture(const Room<T>& r, const Shown& s, float* pixels, SeenCell* seen, cudaStream_t stream) {
  const dim3 grid(blocks_for(s.width, picture_block.x), blocks_for(s.height, picture_block.y));
  launch(picture<T>, grid, picture_block, stream, r, s, pixels, seen);
}
Seen seen_in(const SeenCell& cell) {
  const unsigned rank = ~cell.least;
  const float least = std::bit_cast<float>((rank & sign_bit) != 0 ? rank & ~sign_bit : ~rank);
  return {std::bit_cast<float>(cell.max_bits), cell.least == 0 ? 0 : least, cell.bad == 0};
}
template <class T>
void launch_largest(const Room<T>& r, Quantity q, LargestCell* cell, cudaStream_t stream) {
  launch(largest<T>, dim3(static_cast<unsigned>(std::min(r.layout.ny, 2048))), dim3(block), stream, r, q, cell);
}
template <class T>
void launch_note(const Room<T>& r, const Watch* watches, int count, std::int64_t first, double* times, double* values,
                 cudaStream_t stream) {
  launch(note_cells<T>, dim3(blocks_for(count, block)), dim3(block), stream, r, watches, count, first, times, values);
}

#define EZ_FOR(T)                                                                               \
  template void launch_signal(const Room<T>&, CflForm, bool, cudaStream_t);                     \
  template void launch_begin(const Room<T>&, std::int64_t, double, cudaStream_t);               \
  template void launch_border(const Room<T>&, cudaStream_t);                                    \
  template void launch_paint(const Room<T>&, const std::int32_t*, int, State<T>, cudaStream_t); \
  template void launch_read(const Room<T>&, Quantity, float*, cudaStream_t);                    \
  template void launch_read(const Room<T>&, Quantity, double*, cudaStream_t);                   \
  template void launch_picture(const Room<T>&, const Shown&, float*, SeenCell*, cudaStream_t);  \
  template void launch_largest(const Room<T>&, Quantity, LargestCell*, cudaStream_t);           \
  template void launch_note(const Room<T>&, const Watch*, int, std::int64_t, double*, double*, cudaStream_t);
EZ_FOR(float)
EZ_FOR(double)
#undef EZ_FOR

}  // namespace ez::gas::cuda
