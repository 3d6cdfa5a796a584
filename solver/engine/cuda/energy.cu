#include "solver/engine/cuda/energy.h"

#include <cstdint>

#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/held.cuh"

namespace ez::cuda {
namespace {

constexpr int threads = 256;

__device__ __forceinline__ std::int64_t thread_index() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

// Calls f(point) for the thread's own point. The launch numbers the points of all lists consecutively.
template <class V, class F>
__device__ __forceinline__ bool at_list(const PointList<V>& list, std::int64_t& n, F f) {
  if (n < list.count) {
    f(list.points[n]);
    return true;
  }
  n -= list.count;
  return false;
}

template <class T>
__device__ __forceinline__ const T* array_of(const Arrays<T>& f, FieldArray array) {
  return array == FieldArray::ez ? f.ez : array == FieldArray::hx ? f.hx : f.hy;
}

template <class T>
__global__ void begin_kernel(const Arrays<T> f, const EnergyLists<T> lists) {
  std::int64_t n = thread_index();
  const auto start = [](const T* from) {
    return [from](auto& p) {
      p.sum = 0;
      p.old = from[p.at];
    };
  };
  if (at_list(lists.flux, n, start(f.ez))) return;
  const auto input = [&](InputPoint<T>& p) {
    start(array_of(f, p.array))(p);
    p.turnover = 0;
  };
  if (at_list(lists.inputs, n, input)) return;
  if (at_list(lists.inputs_h, n, input)) return;
  if (at_list(lists.loss_ez, n, start(f.ez))) return;
  if (at_list(lists.loss_hx, n, start(f.hx))) return;
  at_list(lists.loss_hy, n, start(f.hy));
}

template <class T>
__global__ void before_sources_kernel(const Arrays<T> f, const PointList<InputPoint<T>> inputs) {
  const std::int64_t n = thread_index();
  if (n < inputs.count) inputs.points[n].updated = array_of(f, inputs.points[n].array)[inputs.points[n].at];
}

template <class T>
__global__ void after_step_kernel(const Arrays<T> f, const EnergyLists<T> lists) {
  std::int64_t n = thread_index();
  const auto flux = [&](FluxPoint<T>& p) {
    const T now = f.ez[p.at], h = (p.of_hy ? f.hy : f.hx)[p.outside];
    p.sum += flux_out(p.weight, p.old, now, h);
    p.old = now;
  };
  const auto input = [&](InputPoint<T>& p) {
    const T now = array_of(f, p.array)[p.at];
    const double in = source_input(p.weight, p.old, p.updated, now);
    p.sum += in;
    p.turnover += fabs(in);
    p.old = now;
  };
  const auto loss_h = [](const T* from) {
    return [from](LossPoint<T>& p) {
      const T now = from[p.at];
      p.sum += magnetic_loss(p.weight, p.old, now);
      p.old = now;
    };
  };
  if (at_list(lists.flux, n, flux)) return;
  if (at_list(lists.inputs, n, input)) return;
  if (at_list(lists.inputs_h, n, input)) return;
  if (at_list(lists.loss_ez, n, [&](LossPoint<T>& p) {
        const T now = f.ez[p.at];
        p.sum += electric_loss(p.weight, p.old, now);
        p.old = now;
      }))
    return;
  if (at_list(lists.loss_hx, n, loss_h(f.hx))) return;
  at_list(lists.loss_hy, n, loss_h(f.hy));
}

// Returns the block's sum in thread 0, added in a tree of fixed shape.
__device__ double block_sum(double value) {
  __shared__ double sums[threads];
  const unsigned t = threadIdx.x;
  sums[t] = value;
  for (unsigned half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (t < half) sums[t] += sums[t + half];
  }
  const double sum = sums[0];
  __syncthreads();
  return sum;
}

// Adds up spans. Block (b, k) adds its part of span k.
__global__ void sums_kernel(const EnergySpans spans, double* partial) {
  const SumSpan span = spans.of[blockIdx.y];
  double sum = 0;
  for (std::int64_t n = thread_index(); n < span.count; n += gridDim.x * blockDim.x)
    sum += *reinterpret_cast<const double*>(reinterpret_cast<const char*>(span.first) +
                                            static_cast<std::size_t>(n) * span.stride);
  sum = block_sum(sum);
  if (threadIdx.x == 0) partial[blockIdx.y * gridDim.x + blockIdx.x] = sum;
}

// Adds an H node between two Ez nodes. `jump` is the difference of Ez with its sign in H's update.
__device__ __forceinline__ double add_h(EnergyStock& stock, double h, double da, double db, double jump,
                                        double weight) {
  const double next = da * h + db * jump;
  stock.stored += magnetic_energy(weight * energy_weight(da, db), h, next);
  stock.pending += pending_loss(weight * loss_weight(da, db), h, next);
  return next;
}

template <class T>
__device__ void add_node(const HStep<T>& h, const EStep<T>& e, const EnergyRegion& r, bool lost_at_conductors, int i,
                         int j, EnergyStock& stock) {
  const Arrays<T>& f = e.f;
  const std::ptrdiff_t at = j * f.pitch + i;
  const double ez = f.ez[at];
  const Pair<T> c = electric_at(e, at);
  stock.stored += electric_energy(r.weight_x(i) * r.weight_y(j) * energy_weight(c.a, c.b), ez);
  if (r.has_hx(j)) {
    const std::ptrdiff_t up = j + 1 < f.ny ? at + f.pitch : i;
    const Pair<T> d = h.hx_entry ? h.hx_palette[h.hx_entry[at]] : h.hx_all;
    const double next = add_h(stock, f.hx[at], d.a, d.b, ez - static_cast<double>(f.ez[up]), r.weight_x(i));
    if (lost_at_conductors) stock.lost_at_conductors += r.weight_x(i) * conductor_loss(next, held(e, up), held(e, at));
  }
  if (i < r.hy_end()) {
    const std::ptrdiff_t right = i + 1 < f.nx ? at + 1 : at - i;
    const Pair<T> d = h.hy_entry ? h.hy_palette[h.hy_entry[at]] : h.hy_all;
    const double next = add_h(stock, f.hy[at], d.a, d.b, static_cast<double>(f.ez[right]) - ez, r.weight_y(j));
    if (lost_at_conductors)
      stock.lost_at_conductors += r.weight_y(j) * conductor_loss(next, held(e, at), held(e, right));
  }
}

// Computes partial stocks. Rows are distributed over the blocks; within a row the block's threads share the nodes.
template <class T>
__global__ void stock_kernel(const HStep<T> h, const EStep<T> e, const EnergyRegion region, bool lost_at_conductors,
                             EnergyStock* partial) {
  EnergyStock mine;
  for (int j = region.j0 + static_cast<int>(blockIdx.x); j < region.j1; j += static_cast<int>(gridDim.x))
    for (int i = region.i0 + static_cast<int>(threadIdx.x); i < region.i1; i += static_cast<int>(blockDim.x))
      add_node(h, e, region, lost_at_conductors, i, j, mine);
  const EnergyStock all{block_sum(mine.stored), block_sum(mine.pending), block_sum(mine.lost_at_conductors)};
  if (threadIdx.x == 0) partial[blockIdx.x] = all;
}

template <class T>
std::int64_t points(const EnergyLists<T>& l) {
  return l.flux.count + l.inputs.count + l.inputs_h.count + l.loss_ez.count + l.loss_hx.count + l.loss_hy.count;
}

}  // namespace

template <class T>
void launch_energy_begin(const Arrays<T>& f, const EnergyLists<T>& lists, cudaStream_t stream) {
  if (const std::int64_t n = points(lists)) launch(begin_kernel<T>, blocks_for(n, threads), threads, stream, f, lists);
}
template <class T>
void launch_energy_before_sources(const Arrays<T>& f, const PointList<InputPoint<T>>& inputs, cudaStream_t stream) {
  if (inputs.count > 0) launch(before_sources_kernel<T>, blocks_for(inputs.count, threads), threads, stream, f, inputs);
}
template <class T>
void launch_energy_after_step(const Arrays<T>& f, const EnergyLists<T>& lists, cudaStream_t stream) {
  if (const std::int64_t n = points(lists))
    launch(after_step_kernel<T>, blocks_for(n, threads), threads, stream, f, lists);
}
void launch_energy_sums(const EnergySpans& spans, double* partial, cudaStream_t stream) {
  launch(sums_kernel, dim3(span_blocks, energy_spans), threads, stream, spans, partial);
}
template <class T>
void launch_energy_stock(const HStep<T>& h, const EStep<T>& e, const EnergyRegion& region, bool lost_at_conductors,
                         EnergyStock* partial, cudaStream_t stream) {
  launch(stock_kernel<T>, static_cast<unsigned>(stock_blocks(region)), threads, stream, h, e, region,
         lost_at_conductors, partial);
}

template void launch_energy_begin(const Arrays<float>&, const EnergyLists<float>&, cudaStream_t);
template void launch_energy_begin(const Arrays<double>&, const EnergyLists<double>&, cudaStream_t);
template void launch_energy_before_sources(const Arrays<float>&, const PointList<InputPoint<float>>&, cudaStream_t);
template void launch_energy_before_sources(const Arrays<double>&, const PointList<InputPoint<double>>&, cudaStream_t);
template void launch_energy_after_step(const Arrays<float>&, const EnergyLists<float>&, cudaStream_t);
template void launch_energy_after_step(const Arrays<double>&, const EnergyLists<double>&, cudaStream_t);
template void launch_energy_stock(const HStep<float>&, const EStep<float>&, const EnergyRegion&, bool, EnergyStock*,
                                  cudaStream_t);
template void launch_energy_stock(const HStep<double>&, const EStep<double>&, const EnergyRegion&, bool, EnergyStock*,
                                  cudaStream_t);

}  // namespace ez::cuda
