// The energy ledger's kernels: their data, and the functions that launch them. Equations in solver/physics/energy.h.
//
// Every node that the ledger reads in each step has its own sum, to which only its thread adds. Reading the ledger adds
// these sums in a fixed order. So there are no atomics, and the same run gives the same bits.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "solver/engine/cuda/views.h"
#include "solver/problem/energy_terms.h"

namespace ez::cuda {

// `at` and `outside` are indices from the array's start. `old` is the value before the step.
template <class T>
struct FluxPoint {
  std::ptrdiff_t at = 0, outside = 0;  // Ez, and the neighbouring H outside the region
  double weight = 0, sum = 0;
  T old = 0;
  bool of_hy = false;
};
template <class T>
struct InputPoint {
  FieldArray array = FieldArray::ez;
  std::ptrdiff_t at = 0;
  double weight = 0, sum = 0, turnover = 0;
  T old = 0, updated = 0;  // updated: value before the sources
};
template <class T>
struct LossPoint {
  std::ptrdiff_t at = 0;
  double weight = 0, sum = 0;
  T old = 0;
};
// Counts have 64 bits: on a grid that is lossy everywhere, the three lists have more than 2³¹ points from 26,800² on.
template <class V>
struct PointList {
  V* points = nullptr;
  std::int64_t count = 0;
};
template <class T>
struct EnergyLists {
  PointList<FluxPoint<T>> flux;
  PointList<InputPoint<T>> inputs, inputs_h;  // on Ez, on H
  PointList<LossPoint<T>> loss_ez, loss_hx, loss_hy;
};

// Numbers that are `stride` bytes apart.
struct SumSpan {
  const double* first = nullptr;
  std::size_t stride = 0;
  std::int64_t count = 0;
};
// Four boundaries, source and turnover on Ez, σ, σm of hx and of hy, source and turnover on H.
constexpr int energy_spans = 11;
struct EnergySpans {
  SumSpan of[energy_spans];
};
constexpr int span_blocks = 32;          // partial sums of each span
constexpr int most_stock_blocks = 1024;  // partial stocks
inline int stock_blocks(const EnergyRegion& region) {
  const int rows = region.j1 - region.j0;
  return rows < most_stock_blocks ? rows : most_stock_blocks;
}

// Sets the sums to 0 and stores the present values as those before the next step.
template <class T>
void launch_energy_begin(const Arrays<T>& f, const EnergyLists<T>& lists, cudaStream_t stream);
template <class T>
void launch_energy_before_sources(const Arrays<T>& f, const PointList<InputPoint<T>>& inputs, cudaStream_t stream);
template <class T>
void launch_energy_after_step(const Arrays<T>& f, const EnergyLists<T>& lists, cudaStream_t stream);
// partial: energy_spans × span_blocks values.
void launch_energy_sums(const EnergySpans& spans, double* partial, cudaStream_t stream);
// partial: stock_blocks(region) values. lost_at_conductors: counts conductor_loss() too, because no step was made since
// the last edit.
template <class T>
void launch_energy_stock(const HStep<T>& h, const EStep<T>& e, const EnergyRegion& region, bool lost_at_conductors,
                         EnergyStock* partial, cudaStream_t stream);

}  // namespace ez::cuda
