// The poles' part of a step, with one thread per node. The nodes of a dispersive body form a compact list. Neighbours
// in the list are neighbours on the grid, so the loads of a warp are close together.
#include "solver/engine/cuda/device/launch.cuh"
#include "solver/engine/cuda/held.cuh"
#include "solver/engine/cuda/poles.h"

namespace ez::cuda {
namespace {

constexpr unsigned threads = 256;

__device__ __forceinline__ std::size_t node_index() {
  return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
unsigned blocks_of(std::size_t count) { return static_cast<unsigned>((count + threads - 1) / threads); }

template <class T>
__global__ void remember_kernel(const T* array, PoleView<T> v) {
  const std::size_t n = node_index();
  if (n < v.count) v.old[n] = array[v.nodes[n].at];
}

template <class T>
__global__ void correct_kernel(T* array, PoleView<T> v) {
  const std::size_t n = node_index();
  if (n >= v.count) return;
  const PoleNode node = v.nodes[n];
  const PoleGroup<T>& group = v.groups[node.entry];
  T e = array[node.at];
  for (int k = 0; k < group.count; ++k) {
    const T* states = v.states + 2 * static_cast<std::size_t>(k) * v.count + n;
    e = correct_for_pole(e, group.gain, v.coefs[group.first + k], states[0], states[v.count]);
  }
  array[node.at] = e;
}

template <class T>
__global__ void follow_kernel(const T* array, PoleView<T> v) {
  const std::size_t n = node_index();
  if (n >= v.count) return;
  const PoleNode node = v.nodes[n];
  const PoleGroup<T>& group = v.groups[node.entry];
  const T e = array[node.at], sum = e + v.old[n];
  double lost = 0;
  for (int k = 0; k < group.count; ++k) {
    T* states = v.states + 2 * static_cast<std::size_t>(k) * v.count + n;
    const T before = states[0];
    T p = before, j = states[v.count];
    advance_pole(v.coefs[group.first + k], sum, p, j);
    states[0] = p, states[v.count] = j;
    if (v.lost)
      lost += pole_loss(v.numbers[group.first + k].loss, static_cast<double>(p) - static_cast<double>(before));
  }
  v.old[n] = e;
  if (v.lost) v.lost[n] += group.unit * lost;
}

template <class T>
__device__ __forceinline__ T half_on(const T* states, std::size_t count, int poles, std::size_t node) {
  T q = 0;
  for (int k = 0; k < poles; ++k) {
    const T* of = states + 2 * static_cast<std::size_t>(k) * count + node;
    q = half_step_on(q, of[0], of[count]);
  }
  return q;
}
template <class T>
__global__ void prepare_rims_kernel(PoleView<T> v, int poles, const T* other_states, std::size_t other_count,
                                    int other_poles, RimPole<T>* rims, int count, bool to_old) {
  const std::size_t n = node_index();
  if (n >= static_cast<std::size_t>(count)) return;
  RimPole<T>& rim = rims[n];
  T q[4];
#pragma unroll
  for (int k = 0; k < 4; ++k) q[k] = half_on(other_states, other_count, other_poles, rim.neighbours[k]);
  const T field =
      depolarising_field(rim.own, rim.weights, half_on(v.states, v.count, poles, rim.node), q[0], q[1], q[2], q[3]);
  rim.field = field;
  if (to_old) v.old[rim.node] += T(2) * field;
}
template <class T>
__global__ void correct_rims_kernel(T* array, const RimPole<T>* rims, int count) {
  const std::size_t n = node_index();
  if (n >= static_cast<std::size_t>(count)) return;
  const RimPole<T>& rim = rims[n];
  array[rim.at] = correct_for_rim(array[rim.at], rim.gain, rim.c, rim.field);
}

template <class T>
__global__ void stock_kernel(EStep<T> e, FieldArray array, PoleView<T> v, EnergyRegion r, bool lost_at_conductors,
                             EnergyStock* stocks, double* losses, const double* rim_known) {
  const std::size_t n = node_index();
  if (n >= v.count) return;
  const PoleNode node = v.nodes[n];
  stocks[n] = {};
  losses[n] = 0;
  const bool of_hx = array == FieldArray::hx, of_hy = array == FieldArray::hy;
  const int last = of_hy ? r.hy_end() : r.i1;
  if (node.i < r.i0 || node.i >= last || !(of_hx ? r.has_hx(node.j) : r.has_row(node.j))) return;
  const double weight = (of_hy ? 1 : r.weight_x(node.i)) * (of_hx ? 1 : r.weight_y(node.j));
  const PoleGroup<T>& group = v.groups[node.entry];
  double stored = 0, known = 0, answer = 0;
  for (int k = 0; k < group.count; ++k) {
    const T* states = v.states + 2 * static_cast<std::size_t>(k) * v.count + n;
    const double p = static_cast<double>(states[0]), j = static_cast<double>(states[v.count]);
    const PoleEntry& numbers = v.numbers[group.first + k];
    const PoleCoefs<T>& c = v.coefs[group.first + k];
    stored += pole_energy(numbers.kinetic, numbers.potential, p, j);
    known += 0.5 * (static_cast<double>(c.a) * j - static_cast<double>(c.b) * p) + static_cast<double>(c.nu) * j;
    answer += 0.5 * static_cast<double>(c.c);
  }
  if (rim_known) known += rim_known[n];
  EnergyStock out;
  if (array != FieldArray::ez && group.b != 0) {
    const Arrays<T>& f = e.f;
    const std::ptrdiff_t row = node.j * f.pitch;
    const std::ptrdiff_t next =
        of_hx ? (node.j + 1 < f.ny ? row + f.pitch : 0) + node.i : row + (node.i + 1 < f.nx ? node.i + 1 : 0);
    const double rise = static_cast<double>(f.ez[next]) - static_cast<double>(f.ez[node.at]);
    const T* h = of_hx ? f.hx : f.hy;
    const double here = lost_at_conductors ? held(e, node.at) : 0, there = lost_at_conductors ? held(e, next) : 0;
    out = stock_of_h_poles(group.a, group.b, static_cast<double>(group.gain), group.unit, group.sigma,
                           static_cast<double>(h[node.at]), of_hx ? -rise : rise, known, answer, of_hx ? there : here,
                           of_hx ? here : there);
  }
  stocks[n].stored = weight * (out.stored + group.unit * stored);
  stocks[n].pending = weight * out.pending;
  stocks[n].lost_at_conductors = weight * out.lost_at_conductors;
  if (v.lost) losses[n] = weight * v.lost[n];
}

}  // namespace

template <class T>
void launch_poles_remember(const T* array, const PoleView<T>& poles, cudaStream_t stream) {
  launch(remember_kernel<T>, blocks_of(poles.count), threads, stream, array, poles);
}
template <class T>
void launch_poles_correct(T* array, const PoleView<T>& poles, cudaStream_t stream) {
  launch(correct_kernel<T>, blocks_of(poles.count), threads, stream, array, poles);
}
template <class T>
void launch_poles_follow(const T* array, const PoleView<T>& poles, cudaStream_t stream) {
  launch(follow_kernel<T>, blocks_of(poles.count), threads, stream, array, poles);
}
template <class T>
void launch_poles_prepare_rims(const PoleView<T>& poles, int pole_count, const T* other_states, std::size_t other_count,
                               int other_poles, RimPole<T>* rims, int count, bool to_old, cudaStream_t stream) {
  launch(prepare_rims_kernel<T>, blocks_of(static_cast<std::size_t>(count)), threads, stream, poles, pole_count,
         other_states, other_count, other_poles, rims, count, to_old);
}
template <class T>
void launch_poles_correct_rims(T* array, const RimPole<T>* rims, int count, cudaStream_t stream) {
  launch(correct_rims_kernel<T>, blocks_of(static_cast<std::size_t>(count)), threads, stream, array, rims, count);
}
template <class T>
void launch_poles_stock(const EStep<T>& e, FieldArray array, const PoleView<T>& poles, const EnergyRegion& region,
                        bool lost_at_conductors, EnergyStock* stocks, double* losses, const double* rim_known,
                        cudaStream_t stream) {
  launch(stock_kernel<T>, blocks_of(poles.count), threads, stream, e, array, poles, region, lost_at_conductors, stocks,
         losses, rim_known);
}

template void launch_poles_remember(const float*, const PoleView<float>&, cudaStream_t);
template void launch_poles_remember(const double*, const PoleView<double>&, cudaStream_t);
template void launch_poles_correct(float*, const PoleView<float>&, cudaStream_t);
template void launch_poles_correct(double*, const PoleView<double>&, cudaStream_t);
template void launch_poles_follow(const float*, const PoleView<float>&, cudaStream_t);
template void launch_poles_follow(const double*, const PoleView<double>&, cudaStream_t);
template void launch_poles_stock(const EStep<float>&, FieldArray, const PoleView<float>&, const EnergyRegion&, bool,
                                 EnergyStock*, double*, const double*, cudaStream_t);
template void launch_poles_stock(const EStep<double>&, FieldArray, const PoleView<double>&, const EnergyRegion&, bool,
                                 EnergyStock*, double*, const double*, cudaStream_t);
template void launch_poles_prepare_rims(const PoleView<float>&, int, const float*, std::size_t, int, RimPole<float>*,
                                        int, bool, cudaStream_t);
template void launch_poles_prepare_rims(const PoleView<double>&, int, const double*, std::size_t, int, RimPole<double>*,
                                        int, bool, cudaStream_t);
template void launch_poles_correct_rims(float*, const RimPole<float>*, int, cudaStream_t);
template void launch_poles_correct_rims(double*, const RimPole<double>*, int, cudaStream_t);

}  // namespace ez::cuda
