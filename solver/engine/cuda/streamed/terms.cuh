// Operations that are due in a tile, on the device. The tile computes the values of its terms before its rows arrive,
// and applies layers of terms and probes when a row reaches them. See DueRow.
#pragma once

#include "solver/engine/cuda/streamed/pass.h"
#include "solver/engine/cuda/streamed/ptx.cuh"
#include "solver/physics/source.h"

namespace ez::cuda::streamed {

constexpr unsigned all_lanes = ~0U;

// Tells the compiler that the value is warp-uniform, so that it emits no code for lanes that diverge around the
// shuffles. Every value that decides a branch must pass through it, or the compiler guards all later shuffles.
__device__ __forceinline__ int agreed(int value) { return __shfl_sync(all_lanes, value, 0); }

// Returns the thread's lane, by a shuffle. If the compiler knows that a lane is only the thread's number, it reads that
// number from the hardware again in every row, and the row waits for it.
__device__ __forceinline__ int own_lane() {
  const int lane = static_cast<int>(threadIdx.x & 31);
  return __shfl_sync(all_lanes, lane, lane);
}

template <class T, int V>
struct alignas(V * sizeof(T)) Columns {
  T v[V];
};

// Returns a signal at step t of the pass.
__device__ __forceinline__ double signal_of(const double* signals, int count, int signal, int t) {
  return signals[static_cast<std::ptrdiff_t>(t) * count + signal];
}
template <class T>
__device__ __forceinline__ void put_step(T* values, const InStep& s, int t, double signal_e, double signal_h) {
  Step<T> step;
  step.e = soft_amount<T>(s.weight_e, signal_e), step.h = soft_amount<T>(s.weight_h, signal_h);
  *reinterpret_cast<Step<T>*>(values + s.at + t * s.stride) = step;
}
template <class T>
__device__ __forceinline__ void put_amount(T* values, const Amount& a, int t, double signal) {
  values[a.at + t * a.stride] = a.hard ? hard_source<T>(signal) : soft_amount<T>(a.weight, signal);
}
// True if the kernel calls functions for code that few tiles and rows need. The code for a row of a pass of many steps
// is long, and the instruction cache cannot hold all of it. Shorter code is faster without calls in the kernel.
template <int L>
constexpr bool has_calls = L > 8;

// Computes the values of a tile's terms in layers and sheets at all steps of the pass.
template <class T, int L>
__device__ __forceinline__ void make_amounts(const double* signals, int signal_count, const Amount* amounts, int count,
                                             T* values) {
  const int lane = static_cast<int>(threadIdx.x & 31);
  constexpr int together = has_calls<L> ? 4 : 2;  // rounds whose signals are loaded at the same time
#pragma unroll 1
  for (int begin = 0; begin < count; begin += 32 * together) {
    Amount a[together];
    double signal[together][L];
#pragma unroll
    for (int k = 0; k < together; ++k) a[k] = amounts[min(begin + 32 * k + lane, count - 1)];
#pragma unroll
    for (int k = 0; k < together; ++k)
#pragma unroll
      for (int t = 0; t < L; ++t) signal[k][t] = signal_of(signals, signal_count, a[k].signal, t);
#pragma unroll
    for (int k = 0; k < together; ++k)
#pragma unroll
      for (int t = 0; t < L; ++t) put_amount(values, a[k], t, signal[k][t]);
  }
}
// Computes the values of a row's terms in step.
template <class T, int L>
__device__ __forceinline__ void make_step(const double* signals, int signal_count, const InStep s, T* values) {
  double signal_e[L], signal_h[L];
#pragma unroll
  for (int t = 0; t < L; ++t) {
    signal_e[t] = signal_of(signals, signal_count, s.signal_e, t);
    signal_h[t] = signal_of(signals, signal_count, s.signal_h, t);
  }
#pragma unroll
  for (int t = 0; t < L; ++t) put_step(values, s, t, signal_e[t], signal_h[t]);
}
// Computes the values of all of a tile's terms in step.
template <class T, int L>
__device__ __forceinline__ void make_steps(const double* signals, int signal_count, const InStep* in_step, int count,
                                           T* values) {
  const int lane = static_cast<int>(threadIdx.x & 31);
#pragma unroll 1
  for (int begin = 0; begin < count; begin += 32)
    make_step<T, L>(signals, signal_count, in_step[min(begin + lane, count - 1)], values);
}
template <class T, int L>
__device__ __forceinline__ void make_values(const double* signals, int signal_count, const Amount* amounts,
                                            const InStep* in_step, const Tile<T>* tile, T* values) {
  make_amounts<T, L>(signals, signal_count, amounts + tile->amount, agreed(tile->amounts), values);
  make_steps<T, L>(signals, signal_count, in_step + tile->steps, agreed(tile->stepping), values);
  __threadfence();  // the copies to the ring bypass the first-level cache
  __syncwarp();
}
template <class T, int L>
EZ_CALLED void call_make_values(const double* signals, int signal_count, const Amount* amounts, const InStep* in_step,
                                const Tile<T>* tile, T* values) {
  make_values<T, L>(signals, signal_count, amounts, in_step, tile, values);
}

// Computes the values of a pass's terms with some threads, one term each; `thread` is one of `threads`. (If a Pass were
// passed by reference, the whole kernel would copy it to memory.)
template <class T, int L>
EZ_CALLED void make_all_values(const double* signals, int signal_count, const Amount* amounts, int amount_count,
                               const InStep* in_step, int in_step_count, T* values, int thread, int threads) {
  for (int k = thread; k < amount_count; k += threads) {
    const Amount a = amounts[k];
    double of[L];
#pragma unroll
    for (int t = 0; t < L; ++t) of[t] = signal_of(signals, signal_count, a.signal, t);
#pragma unroll
    for (int t = 0; t < L; ++t) put_amount(values, a, t, of[t]);
  }
  for (int k = thread; k < in_step_count; k += threads) make_step<T, L>(signals, signal_count, in_step[k], values);
}

// Applies to a lane's values of one array the terms of the row's layers that are due on them at step t.
template <class T, int L, int V>
__device__ __forceinline__ void apply_layers(const T* values, const DueRow* list, DueRow due, int on, int t, int lane,
                                             Columns<T, V>& c) {
  for (;;) {
    if (const int at = lane - due.lane; due.has(on) && at >= 0 && at < due.lanes) {
      const auto a =
          *reinterpret_cast<const Columns<T, V>*>(values + due.values + ((due.array(on) * L + t) * due.lanes + at) * V);
#pragma unroll
      for (int v = 0; v < V; ++v)
        c.v[v] = due.hard() == 0 ? c.v[v] - a.v[v] : (due.hard() >> (4 * on + v) & 1) != 0 ? a.v[v] : c.v[v];
    }
    const int next = agreed(due.next);
    if (next < 0) return;
    due = list[next];
  }
}
// The same as a separate function, for the row's layers from this one on.
template <class T, int L, int V>
EZ_CALLED Columns<T, V> call_layers(Columns<T, V> c, const T* values, const DueRow* list, int layer, int on, int t) {
  apply_layers<T, L, V>(values, list, list[layer], on, t, static_cast<int>(threadIdx.x & 31), c);
  return c;
}
template <class T, int V>
__device__ __forceinline__ void record_probes(const Pass<T>& p, int k, int x, int step, const Columns<T, V>& e) {
  for (bool more = true; more; ++k) {
    const ProbeAt probe = p.probe_at[k];
#pragma unroll
    for (int v = 0; v < V; ++v)
      if (probe.x == x + v)
        p.probes[static_cast<std::ptrdiff_t>(step) * p.probe_count + probe.index] = static_cast<double>(e.v[v]);
    more = agreed(probe.more) != 0;
  }
}

}  // namespace ez::cuda::streamed
