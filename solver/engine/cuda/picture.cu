// The picture (the rule is in solver/physics/view.h) and the field's health. A picture leaves its statistics in a cell
// on the device. Each warp finds its largest value, and one of its threads raises the cell by an atomic maximum.
// Magnitudes are compared by their bits, which sort like non-negative floating-point numbers.
//
// One thread per pixel reads memory efficiently while a pixel is a few nodes wide. If pixels are wider, as for a
// picture of a whole large grid, adjacent threads read adjacent columns, and the pixels are computed from the columns
// afterwards.
#include <algorithm>
#include <cmath>

#include "solver/engine/cuda/device/kernel_types.h"
#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/device/reduce.cuh"
#include "solver/engine/cuda/views.h"
#include "solver/engine/cuda/walls.cuh"
#include "solver/physics/map.h"
#include "solver/physics/view.h"

namespace ez::cuda {
namespace {

constexpr dim3 picture_block(32, 8);
constexpr int sweep_threads = 256, sweep_rows = 8;  // sweep_rows: rows of a column that are loaded at once
constexpr int sweep_columns = 1024;                 // maximum number of columns of nodes per block
constexpr double wide_pixel = 4;                    // width of a pixel in nodes from which threads read columns
constexpr int health_threads = 256;

template <class T>
__device__ __forceinline__ int entry_at(const PictureSource<T>& s, std::ptrdiff_t at) {
  return s.wide ? static_cast<const std::uint16_t*>(s.entry)[at] : static_cast<const std::uint8_t*>(s.entry)[at];
}

struct Sampling {
  ViewAxis x, y;
  int width = 0, height = 0;
  Quantity quantity = Quantity::ez;
  QuantityFacts::Origin of = QuantityFacts::Origin::array;
  bool has_media = false;
};

// Returns the shown quantity at node (i, j). A difference has its own kernels, so that the other kernels need fewer
// registers.
template <bool Difference, class T>
__device__ T node_value(const PictureSource<T>& s, const Sampling& a, int i, int j) {
  const Arrays<T>& f = s.f;
  const Quantity q = a.quantity;
  const std::ptrdiff_t at = j * f.pitch + i;
  if (Difference) return residual_at(s.minus, f.ez[at], i, j);
  if (a.of == QuantityFacts::Origin::medium) return static_cast<T>(entry_at(s, at));
  if (a.of == QuantityFacts::Origin::map || a.of == QuantityFacts::Origin::mean)
    return s.re ? map_value(q, s.re[at], s.im[at], s.scale) : T(0);
  if (a.of == QuantityFacts::Origin::array) {
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
  if (a.of == QuantityFacts::Origin::medium)
    return static_cast<float>(node_value<Difference>(s, a, x.nearest, y.nearest));
  return view_blend(node_value<Difference>(s, a, x.low, y.low), node_value<Difference>(s, a, x.high, y.low),
                    node_value<Difference>(s, a, x.low, y.high), node_value<Difference>(s, a, x.high, y.high), x, y);
}

// Every thread of a warp must take part.
__device__ __forceinline__ void raise(PictureCell* cell, float value) {
  const bool finite = isfinite(value);
  const unsigned max_bits = warp_max(finite ? __float_as_uint(fabsf(value)) : 0u);
  const unsigned bad = warp_max(finite ? 0u : 1u);
  if (!warp_leader()) return;
  if (max_bits > 0) atomicMax(&cell->max_bits, max_bits);
  if (bad > 0) atomicMax(&cell->bad, bad);
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
  raise(cell, value);
}

// Returns one value for the nodes of column i in rows y. There must be at least one row.
template <bool Difference, class T>
__device__ T column_value(const PictureSource<T>& s, const Sampling& a, int i, const ViewRange& y) {
  SignedExtreme<T> extreme = no_extreme<T>();
  const Quantity q = a.quantity;
  if (Difference || a.of != QuantityFacts::Origin::array) {
    for (int j = y.begin; j < y.end; ++j) add_extreme(extreme, node_value<Difference>(s, a, i, j));
    return extreme_of(extreme);
  }
  const std::ptrdiff_t pitch = s.f.pitch;
  const T* at = (q == Quantity::hx ? s.f.hx : q == Quantity::hy ? s.f.hy : s.f.ez) + y.begin * pitch + i;
  for (int left = y.end - y.begin; left > 0; left -= sweep_rows, at += sweep_rows * pitch) {
    T v[sweep_rows];
#pragma unroll
    for (int k = 0; k < sweep_rows; ++k) v[k] = at[min(k, left - 1) * pitch];  // repeating the last row does no harm
#pragma unroll
    for (int k = 0; k < sweep_rows; ++k) add_extreme(extreme, quantity_at<T>(q, v[k], v[k], 0, v[k], 0, 1, 1, s.units));
  }
  return extreme_of(extreme);
}

// Draws decimated pixels. A block draws `run` pixels of row blockIdx.y. `run` is at most its number of threads, and the
// pixels have at most sweep_columns nodes. Pixels are at least one node wide, so they share no column and leave none
// out.
template <bool Difference, class T>
__global__ void __launch_bounds__(sweep_threads)
    sweep_kernel(const PictureSource<T> s, const Sampling a, int run, float* pixels, PictureCell* cell) {
  __shared__ T columns[sweep_columns];
  const int py = static_cast<int>(blockIdx.y), first = static_cast<int>(blockIdx.x) * run;
  const int last = min(first + run, a.width) - 1, px = first + static_cast<int>(threadIdx.x);
  const ViewRange y = view_range(a.y, py);
  const int begin = view_range(a.x, first).begin, end = y.begin < y.end ? view_range(a.x, last).end : begin;
  for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += sweep_threads)
    columns[i - begin] = column_value<Difference>(s, a, i, y);
  __syncthreads();
  float value = 0;
  if (px <= last) {
    SignedExtreme<T> extreme = no_extreme<T>();
    const ViewRange x = view_range(a.x, px);
    for (int i = x.begin; i < min(x.end, end); ++i) add_extreme(extreme, columns[i - begin]);
    value = value_of(extreme);
    pixels[static_cast<std::ptrdiff_t>(py) * a.width + px] = value;
  }
  raise(cell, value);
}

__device__ __forceinline__ HealthCell of_warp(HealthCell cell) {
#pragma unroll
  for (int lanes = 16; lanes > 0; lanes /= 2)
    cell.add({__shfl_xor_sync(0xffffffffu, cell.max_abs, lanes), __shfl_xor_sync(0xffffffffu, cell.largest, lanes),
              __shfl_xor_sync(0xffffffffu, cell.bad, lanes)});
  return cell;
}

// Examines the field. Each block has a strip of rows and the columns of a tile. Within a row its threads share the
// nodes, so that each thread meets its nodes in their order.
template <class T>
__global__ void health_kernel(const Arrays<T> f, const RowBand rows, HealthCell* cells) {
  constexpr auto nowhere = HealthCell::nowhere;
  unsigned long long largest = nowhere, bad = nowhere;
  T most = -1;
  const int strip = static_cast<int>(blockIdx.x) / Health::tiles, column = static_cast<int>(blockIdx.x) % Health::tiles;
  const int begin = Health::begin_of(column, Health::tiles, f.nx),
            end = Health::begin_of(column + 1, Health::tiles, f.nx);
  const int bottom = max(Health::begin_of(strip, health_strips, rows.grid) - rows.first, rows.begin),
            top = min(Health::begin_of(strip + 1, health_strips, rows.grid) - rows.first, rows.end);
  for (int j = bottom; j < top; ++j)
#pragma unroll 4
    for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += static_cast<int>(blockDim.x)) {
      const T e = fabs(f.ez[j * f.pitch + i]);
      const bool finite = isfinite(e);
      if (finite && !(e > most)) continue;
      const auto place = static_cast<unsigned long long>(j) * static_cast<unsigned>(f.nx) + static_cast<unsigned>(i);
      if (finite)
        most = e, largest = place;
      else if (bad == nowhere)
        bad = place;
    }
  __shared__ HealthCell warps[health_threads / 32];
  const HealthCell mine = of_warp({static_cast<double>(most), largest, bad});
  if (warp_leader()) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x != 0) return;
  HealthCell all = warps[0];
  for (int k = 1; k < health_threads / 32; ++k) all.add(warps[k]);
  cells[blockIdx.x] = all;
}

}  // namespace

template <class T>
void launch_picture(const PictureSource<T>& source, const PictureWindow& window, float* pixels, PictureCell* cell,
                    cudaStream_t stream) {
  const QuantityFacts& facts = facts_of(window.quantity);
  const Sampling sampling{view_axis(window.x0, window.x1, window.width, source.f.nx),
                          rows_axis(window, source.rows),
                          window.width,
                          window.height,
                          window.quantity,
                          facts.of,
                          facts.has_media};
  const bool difference = facts.of == QuantityFacts::Origin::difference;
  const double across = sampling.x.step;
  if (across >= wide_pixel && across <= sweep_columns - 2 && window.height <= most_rows_of_blocks) {
    const int run = std::min(sweep_threads, static_cast<int>((sweep_columns - 1) / across));
    launch(difference ? sweep_kernel<true, T> : sweep_kernel<false, T>,
           dim3(blocks_for(window.width, run), static_cast<unsigned>(window.height)), sweep_threads, stream, source,
           sampling, run, pixels, cell);
    return;
  }
  const dim3 grid(blocks_for(window.width, picture_block.x), blocks_for(window.height, picture_block.y));
  launch(difference ? picture_kernel<true, T> : picture_kernel<false, T>, grid, picture_block, stream, source, sampling,
         pixels, cell);
}

template <class T>
void launch_health(const Arrays<T>& f, const RowBand& rows, HealthCell* cells, cudaStream_t stream) {
  launch(health_kernel<T>, health_cells, health_threads, stream, f, rows, cells);
}

template void launch_picture(const PictureSource<float>&, const PictureWindow&, float*, PictureCell*, cudaStream_t);
template void launch_picture(const PictureSource<double>&, const PictureWindow&, float*, PictureCell*, cudaStream_t);
template void launch_health(const Arrays<float>&, const RowBand&, HealthCell*, cudaStream_t);
template void launch_health(const Arrays<double>&, const RowBand&, HealthCell*, cudaStream_t);

}  // namespace ez::cuda
