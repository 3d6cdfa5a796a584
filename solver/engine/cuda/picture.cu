// The picture (solver/physics/view.h has the rule) and the field's health. Both leave their statistics in a cell on the
// device: a warp finds its largest value, one thread of it raises the cell by an atomic maximum. Magnitudes are
// compared by their bits, which sort as non-negative floating-point numbers do.
#include <cmath>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/reduce.cuh"
#include "solver/engine/cuda/views.h"
#include "solver/engine/cuda/walls.cuh"
#include "solver/physics/map.h"
#include "solver/physics/view.h"

namespace ez::cuda {
namespace {

constexpr dim3 picture_block(32, 8);
constexpr int health_threads = 256;

template <class T>
__device__ __forceinline__ int entry_at(const PictureSource<T>& s, std::ptrdiff_t at) {
  return s.wide ? static_cast<const std::uint16_t*>(s.entry)[at] : static_cast<const std::uint8_t*>(s.entry)[at];
}

struct Sampling {
  ViewAxis x, y;
  int width = 0, height = 0;
  Quantity quantity = Quantity::ez;
  QuantityFacts::Of of = QuantityFacts::Of::array;
  bool has_media = false;
};

// The shown quantity at node (i, j). A difference has kernels of its own, so that the others keep their registers.
template <bool Difference, class T>
__device__ T node_value(const PictureSource<T>& s, const Sampling& a, int i, int j) {
  const Arrays<T>& f = s.f;
  const Quantity q = a.quantity;
  const std::ptrdiff_t at = j * f.pitch + i;
  if (Difference) return residual_at(s.minus, f.ez[at], i, j);
  if (a.of == QuantityFacts::Of::medium) return static_cast<T>(entry_at(s, at));
  if (a.of == QuantityFacts::Of::map || a.of == QuantityFacts::Of::mean)
    return s.re ? map_value(q, s.re[at], s.im[at], s.scale) : T(0);
  if (a.of == QuantityFacts::Of::array) {
    const T* array = q == Quantity::ez ? f.ez : q == Quantity::hx ? f.hx : f.hy;
    const T v = array[at];
    return quantity_at<T>(q, v, v, 0, v, 0, 1, 1, s.units);
  }
  Pair<T> medium{1, 1};
  if (a.has_media) medium = s.media[entry_at(s, at)];
  const Around<T> h = shown_around(f, s.walls, i, j, at);
  return quantity_at<T>(q, f.ez[at], h.hx, h.hx_below, h.hy, h.hy_left, medium.a, medium.b, s.units);
}

template <bool Difference, class T>
__device__ float decimated_pixel(const PictureSource<T>& s, const Sampling& a, const ViewRange& x, const ViewRange& y) {
  SignedExtreme<T> extreme = no_extreme<T>();
  for (int j = y.begin; j < y.end; ++j)
    for (int i = x.begin; i < x.end; ++i) add_extreme(extreme, node_value<Difference>(s, a, i, j));
  return value_of(extreme);
}

template <bool Difference, class T>
__device__ float interpolated_pixel(const PictureSource<T>& s, const Sampling& a, const ViewTap& x, const ViewTap& y) {
  if (!x.inside || !y.inside) return 0;
  if (a.of == QuantityFacts::Of::medium) return static_cast<float>(node_value<Difference>(s, a, x.nearest, y.nearest));
  return view_blend(node_value<Difference>(s, a, x.low, y.low), node_value<Difference>(s, a, x.high, y.low),
                    node_value<Difference>(s, a, x.low, y.high), node_value<Difference>(s, a, x.high, y.high), x, y);
}

template <bool Difference, class T>
__global__ void picture_kernel(const PictureSource<T> s, const Sampling a, float* pixels, PictureCell* cell) {
  const int px = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int py = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  float value = 0;
  if (px < a.width && py < a.height) {
    if (view_decimates(a.x, a.y))
      value = decimated_pixel<Difference>(s, a, view_range(a.x, px), view_range(a.y, py));
    else
      value = interpolated_pixel<Difference>(s, a, view_tap(a.x, px), view_tap(a.y, py));
    pixels[static_cast<std::ptrdiff_t>(py) * a.width + px] = value;
  }
  const bool finite = isfinite(value);
  const unsigned max_bits = warp_max(finite ? __float_as_uint(fabsf(value)) : 0u);
  const unsigned bad = warp_max(finite ? 0u : 1u);
  if (!warp_leader()) return;
  if (max_bits > 0) atomicMax(&cell->max_bits, max_bits);
  if (bad > 0) atomicMax(&cell->bad, bad);
}

// Rows are dealt out to the blocks; within a row a block's threads go over its nodes. Calls f(|Ez|, place), the place
// as HealthCell has it: the first in row order is the largest.
template <class T, class F>
__device__ __forceinline__ void over_nodes(const Arrays<T>& f, F visit) {
  for (int j = static_cast<int>(blockIdx.x); j < f.ny; j += static_cast<int>(gridDim.x))
    for (int i = static_cast<int>(threadIdx.x); i < f.nx; i += static_cast<int>(blockDim.x))
      visit(fabs(static_cast<double>(f.ez[j * f.pitch + i])),
            ~(static_cast<unsigned long long>(j) * static_cast<unsigned>(f.nx) + static_cast<unsigned>(i)));
}
__device__ __forceinline__ unsigned long long bits_of(double v) {
  return static_cast<unsigned long long>(__double_as_longlong(v));
}

template <class T>
__global__ void health_kernel(const Arrays<T> f, HealthCell* cell) {
  unsigned long long max_bits = 0, bad = 0;
  over_nodes(f, [&](double e, unsigned long long here) {
    if (isfinite(e))
      max_bits = bits_of(e) > max_bits ? bits_of(e) : max_bits;
    else
      bad = here > bad ? here : bad;
  });
  max_bits = warp_max(max_bits);
  bad = warp_max(bad);
  if (!warp_leader()) return;
  if (max_bits > 0) atomicMax(&cell->max_bits, max_bits);
  if (bad > 0) atomicMax(&cell->bad, bad);
}

// After health_kernel: where the largest is.
template <class T>
__global__ void largest_kernel(const Arrays<T> f, HealthCell* cell) {
  const unsigned long long max_bits = cell->max_bits;
  unsigned long long largest = 0;
  over_nodes(f, [&](double e, unsigned long long here) {
    if (bits_of(e) == max_bits && here > largest) largest = here;
  });
  largest = warp_max(largest);
  if (warp_leader() && largest > 0) atomicMax(&cell->largest, largest);
}

}  // namespace

template <class T>
void launch_picture(const PictureSource<T>& source, const PictureWindow& window, float* pixels, PictureCell* cell,
                    cudaStream_t stream) {
  const QuantityFacts& facts = facts_of(window.quantity);
  const Sampling sampling{view_axis(window.x0, window.x1, window.width, source.f.nx),
                          view_axis(window.y0, window.y1, window.height, source.f.ny),
                          window.width,
                          window.height,
                          window.quantity,
                          facts.of,
                          facts.has_media};
  const dim3 grid(blocks_for(window.width, picture_block.x), blocks_for(window.height, picture_block.y));
  launch(facts.of == QuantityFacts::Of::difference ? picture_kernel<true, T> : picture_kernel<false, T>, grid,
         picture_block, stream, source, sampling, pixels, cell);
}

template <class T>
void launch_health(const Arrays<T>& f, HealthCell* cell, cudaStream_t stream) {
  const unsigned blocks = f.ny < 2048 ? static_cast<unsigned>(f.ny) : 2048u;
  launch(health_kernel<T>, blocks, health_threads, stream, f, cell);
  launch(largest_kernel<T>, blocks, health_threads, stream, f, cell);
}

template void launch_picture(const PictureSource<float>&, const PictureWindow&, float*, PictureCell*, cudaStream_t);
template void launch_picture(const PictureSource<double>&, const PictureWindow&, float*, PictureCell*, cudaStream_t);
template void launch_health(const Arrays<float>&, HealthCell*, cudaStream_t);
template void launch_health(const Arrays<double>&, HealthCell*, cudaStream_t);

}  // namespace ez::cuda
