// Operations at single nodes: terms after their array is updated; after E, Mur nodes (first order, then second order),
// Mur corners and probes. One thread per node.
#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/views.h"
#include "solver/physics/map.h"
#include "solver/physics/mur.h"
#include "solver/physics/source.h"

namespace ez::cuda {
namespace {

constexpr int threads = 128;

__device__ __forceinline__ int thread_index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

// Applies all terms of one node in one thread, in their order: soft ones before hard ones.
template <class T>
__global__ void terms_kernel(T* array, const TermGroup* groups, int count, const NodeDrive* terms,
                             const double* signals) {
  const int g = thread_index();
  if (g >= count) return;
  const TermGroup group = groups[g];
  T value = array[group.at];
  for (int k = group.first; k < group.first + group.count; ++k) {
    const NodeDrive term = terms[k];
    value = term.hard ? hard_source<T>(signals[term.signal]) : soft_source(value, term.weight, signals[term.signal]);
  }
  array[group.at] = value;
}

// Returns the one-sided value. E is updated everywhere except on the boundaries, where it is now 0, so E₀ⁿ and E₁ⁿ come
// from memory.
template <class T>
__device__ __forceinline__ T mur_value(const MurTerm<T>& m, T e1_new) {
  return mur_first_order(m.k, m.e0, m.e1, e1_new);
}
template <class T>
__device__ __forceinline__ void remember(MurTerm<T>& m, T e0, T e1) {
  m.e0 = e0;
  m.e1 = e1;
}

template <class T>
__global__ void mur_kernel(T* ez, MurTerm<T>* nodes, int count) {
  const int n = thread_index();
  if (n >= count) return;
  MurTerm<T>& m = nodes[n];
  const T e1 = ez[m.inner], e0 = mur_value(m, e1);
  ez[m.node] = e0;
  remember(m, e0, e1);
}

template <class T>
__global__ void mur_corners_kernel(T* ez, MurPair<T>* corners, int count) {
  const int n = thread_index();
  if (n >= count) return;
  MurPair<T>& c = corners[n];
  const T ea = ez[c.a.inner], eb = ez[c.b.inner];
  const T e0 = T(0.5) * (mur_value(c.a, ea) + mur_value(c.b, eb));
  ez[c.a.node] = e0;
  remember(c.a, e0, ea);
  remember(c.b, e0, eb);
}

template <class T>
__global__ void mur2_kernel(T* ez, const Mur2Term<T>* nodes, int count, const T* lines, T* corrections) {
  const int n = thread_index();
  if (n >= count) return;
  const Mur2Term<T> m = nodes[n];
  const T e0 = lines[m.edge], e1 = lines[m.edge + m.to_inner];
  const T low = lines[m.low] + lines[m.low + m.to_inner], high = lines[m.high] + lines[m.high + m.to_inner];
  const T correction = mur_correction(m.d, corrections[m.edge], e0 + e1, low, high);
  corrections[m.edge] = correction;
  ez[m.node] = mur_second_order(m.k, e0, e1, ez[m.inner], correction);
}
template <class T>
__global__ void mur2_keep_kernel(const Mur2Term<T>* nodes, int count, const T* corrections, T* spare) {
  const int n = thread_index();
  if (n < count) spare[nodes[n].edge] = corrections[nodes[n].edge];
}

template <class T>
__global__ void mur_lines_kernel(const T* ez, T* lines, MurLineShape s, int count) {
  const int n = thread_index();
  if (n >= count) return;
  const bool upright = n < 4 * s.ny;
  const int side = upright ? n / (2 * s.ny) : 2 + (n - 4 * s.ny) / (2 * s.nx);
  if ((s.on >> side & 1) == 0) return;
  const int length = upright ? s.ny : s.nx, place = n - first_of(s, side);
  const int inner = place / length, along = place - inner * length;
  const int i = !upright ? along : side == 0 ? inner : s.nx - 1 - inner;
  const int j = upright ? along : side == 2 ? inner : s.ny - 1 - inner;
  lines[n] = ez[j * s.pitch + i];
}

template <class T>
__global__ void mur_seed_kernel(const T* ez, MurTerm<T>* nodes, int count) {
  const int n = thread_index();
  if (n < count) remember(nodes[n], ez[nodes[n].node], ez[nodes[n].inner]);
}

template <class T>
__global__ void probes_kernel(const T* ez, const std::ptrdiff_t* nodes, int count, double* row) {
  const int p = thread_index();
  if (p < count) row[p] = static_cast<double>(ez[nodes[p]]);
}

// Adds a sample to the maps. A thread adds several times 16 bytes of Ez to all maps of the visit, including columns
// beyond the grid, because rows begin on a cache line. It issues all its loads of a map at once. The sums are not
// needed again soon, so they bypass the cache and leave it to the field.
template <class T>
struct alignas(16) Piece {
  static constexpr int values = 16 / sizeof(T);
  T v[values];
};
template <class T>
__device__ __forceinline__ Piece<T> read_once(const T* from, std::size_t k) {
  const float4 raw = __ldcs(reinterpret_cast<const float4*>(from) + k);
  return reinterpret_cast<const Piece<T>&>(raw);
}
template <class T>
__device__ __forceinline__ void write_once(T* to, std::size_t k, const Piece<T>& piece) {
  __stcs(reinterpret_cast<float4*>(to) + k, reinterpret_cast<const float4&>(piece));
}
constexpr int pieces_of_a_thread = 4;
template <class T>
__global__ void __launch_bounds__(threads) maps_kernel(const T* ez, MapVisit<T> visit, std::size_t pieces) {
  constexpr int count = pieces_of_a_thread;
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * (threads * count) + threadIdx.x;
  Piece<T> e[count];
#pragma unroll
  for (int n = 0; n < count; ++n)
    if (const std::size_t k = first + n * threads; k < pieces) e[n] = reinterpret_cast<const Piece<T>*>(ez)[k];
  for (int m = 0; m < visit.count; ++m) {
    const MapSums<T>& map = visit.maps[m];
    Piece<T> re[count], im[count];
#pragma unroll
    for (int n = 0; n < count; ++n)
      if (const std::size_t k = first + n * threads; k < pieces)
        re[n] = read_once(map.re, k), im[n] = read_once(map.im, k);
    const auto add = [&](auto&& sample) {
#pragma unroll
      for (int n = 0; n < count; ++n)
#pragma unroll
        for (int v = 0; v < Piece<T>::values; ++v) sample(re[n].v[v], im[n].v[v], e[n].v[v]);
    };
    if (map.square)
      add([&](T& a, T& b, T value) { add_square(a, b, value, map.cosine, map.sine); });
    else
      add([&](T& a, T& b, T value) { add_turned(a, b, value, map.cosine, map.sine); });
#pragma unroll
    for (int n = 0; n < count; ++n)
      if (const std::size_t k = first + n * threads; k < pieces)
        write_once(map.re, k, re[n]), write_once(map.im, k, im[n]);
  }
}

template <class T>
__global__ void gather_kernel(Arrays<T> f, const GatherNode* nodes, int count, double* row) {
  const int k = thread_index();
  if (k >= count) return;
  const GatherNode node = nodes[k];
  const T* array = node.array == FieldArray::ez ? f.ez : node.array == FieldArray::hx ? f.hx : f.hy;
  row[k] = static_cast<double>(array[node.at]);
}

template <class T>
__global__ void scale_kernel(T* values, std::size_t count, double factor) {
  const std::size_t stride = static_cast<std::size_t>(gridDim.x) * blockDim.x;
  for (std::size_t k = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x; k < count; k += stride)
    values[k] = static_cast<T>(static_cast<double>(values[k]) * factor);
}

}  // namespace

template <class T>
void launch_terms(T* array, const TermGroup* groups, int count, const NodeDrive* terms, const double* signals,
                  cudaStream_t stream) {
  launch(terms_kernel<T>, blocks_for(count, threads), threads, stream, array, groups, count, terms, signals);
}
template <class T>
void launch_mur(T* ez, MurTerm<T>* nodes, int count, cudaStream_t stream) {
  launch(mur_kernel<T>, blocks_for(count, threads), threads, stream, ez, nodes, count);
}
template <class T>
void launch_mur_corners(T* ez, MurPair<T>* corners, int count, cudaStream_t stream) {
  launch(mur_corners_kernel<T>, blocks_for(count, threads), threads, stream, ez, corners, count);
}
template <class T>
void launch_mur2(T* ez, const Mur2Term<T>* nodes, int count, const T* lines, T* corrections, cudaStream_t stream) {
  launch(mur2_kernel<T>, blocks_for(count, threads), threads, stream, ez, nodes, count, lines, corrections);
}
template <class T>
void launch_mur2_keep(const Mur2Term<T>* nodes, int count, const T* corrections, T* spare, cudaStream_t stream) {
  launch(mur2_keep_kernel<T>, blocks_for(count, threads), threads, stream, nodes, count, corrections, spare);
}
template <class T>
void launch_mur_lines(const T* ez, T* lines, const MurLineShape& shape, cudaStream_t stream) {
  const int count = static_cast<int>(line_values(shape));
  launch(mur_lines_kernel<T>, blocks_for(count, threads), threads, stream, ez, lines, shape, count);
}
template <class T>
void launch_mur_seed(const T* ez, MurTerm<T>* nodes, int count, cudaStream_t stream) {
  launch(mur_seed_kernel<T>, blocks_for(count, threads), threads, stream, ez, nodes, count);
}
template <class T>
void launch_probes(const T* ez, const std::ptrdiff_t* nodes, int count, double* row, cudaStream_t stream) {
  launch(probes_kernel<T>, blocks_for(count, threads), threads, stream, ez, nodes, count, row);
}
template <class T>
void launch_add_to_maps(const Arrays<T>& f, const MapVisit<T>& visit, cudaStream_t stream) {
  const auto pieces = static_cast<std::size_t>(f.pitch) * static_cast<std::size_t>(f.ny) / Piece<T>::values;
  launch(maps_kernel<T>, blocks_for(static_cast<std::int64_t>(pieces), threads * pieces_of_a_thread), threads, stream,
         f.ez, visit, pieces);
}
template <class T>
void launch_gather(const Arrays<T>& f, const GatherNode* nodes, int count, double* row, cudaStream_t stream) {
  launch(gather_kernel<T>, blocks_for(count, threads), threads, stream, f, nodes, count, row);
}
template <class T>
void launch_scale(T* values, std::size_t count, double factor, cudaStream_t stream) {
  if (count > 0) launch(scale_kernel<T>, 1024, 256, stream, values, count, factor);
}

template void launch_terms(float*, const TermGroup*, int, const NodeDrive*, const double*, cudaStream_t);
template void launch_terms(double*, const TermGroup*, int, const NodeDrive*, const double*, cudaStream_t);
template void launch_mur(float*, MurTerm<float>*, int, cudaStream_t);
template void launch_mur(double*, MurTerm<double>*, int, cudaStream_t);
template void launch_mur_corners(float*, MurPair<float>*, int, cudaStream_t);
template void launch_mur_corners(double*, MurPair<double>*, int, cudaStream_t);
template void launch_mur2(float*, const Mur2Term<float>*, int, const float*, float*, cudaStream_t);
template void launch_mur2(double*, const Mur2Term<double>*, int, const double*, double*, cudaStream_t);
template void launch_mur2_keep(const Mur2Term<float>*, int, const float*, float*, cudaStream_t);
template void launch_mur2_keep(const Mur2Term<double>*, int, const double*, double*, cudaStream_t);
template void launch_mur_lines(const float*, float*, const MurLineShape&, cudaStream_t);
template void launch_mur_lines(const double*, double*, const MurLineShape&, cudaStream_t);
template void launch_mur_seed(const float*, MurTerm<float>*, int, cudaStream_t);
template void launch_mur_seed(const double*, MurTerm<double>*, int, cudaStream_t);
template void launch_probes(const float*, const std::ptrdiff_t*, int, double*, cudaStream_t);
template void launch_probes(const double*, const std::ptrdiff_t*, int, double*, cudaStream_t);
template void launch_add_to_maps(const Arrays<float>&, const MapVisit<float>&, cudaStream_t);
template void launch_add_to_maps(const Arrays<double>&, const MapVisit<double>&, cudaStream_t);
template void launch_gather(const Arrays<float>&, const GatherNode*, int, double*, cudaStream_t);
template void launch_gather(const Arrays<double>&, const GatherNode*, int, double*, cudaStream_t);
template void launch_scale(float*, std::size_t, double, cudaStream_t);
template void launch_scale(double*, std::size_t, double, cudaStream_t);

}  // namespace ez::cuda
