// Kernels of the CPU engine: a step over a band of rows, built for several instruction sets. The engine takes the best
// build that the machine supports.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/engine/cpu/rows/rows.h"
#include "solver/gas/physics/roe.h"
#include "solver/gas/rim.h"
#include "solver/scene/quantity.h"

namespace ez::gas {

// Rows [j0, j1) of a step. The pointers point at cell (0, 0) of each array; heat uses only the first array.
template <class T>
struct Band {
  const T* in[4] = {};
  T* out[4] = {};
  const T* solid = nullptr;                 // 1 in walls, else 0; nullptr: no walls
  const std::uint8_t* near_wall = nullptr;  // by row from 0 on: not 0 if the row or an adjacent row has a wall
  // Cells next to walls. Those of row j are rim_rows[j + 1] to rim_rows[j + 2]. nullptr: none, or the scheme does not
  // use them.
  const RimCell<T>* rim = nullptr;
  const std::int32_t* rim_columns = nullptr;
  const std::int32_t* rim_rows = nullptr;
  std::ptrdiff_t pitch = 0;
  int nx = 0, j0 = 0, j1 = 0;
  T rx = 0, ry = 0;      // Δt/Δx and Δt/Δy; for heat κΔt/Δx², κΔt/Δy²
  bool measure = false;  // find `fastest` if it is at least `known`
  T known = 0;           // 1/s
  Gas<T> gas{};
};
template <class T>
struct BandResult {
  T fastest = 0;  // the largest signal_rate of the cells after the step; unknown if below `known`
  bool failed = false;
};

template <class T>
struct BandKernels {
  BandResult<T> (*roe)(const Band<T>&);
  BandResult<T> (*lax_wendroff)(const Band<T>&);
  BandResult<T> (*diffusion)(const Band<T>&);
  T (*fastest)(const Band<T>&);  // of `in`
  // Compute a quantity of `n` cells of `in` from (i, j) on along a row, and of one cell. They are kernels because some
  // quantities use fused operations, as on a CUDA device.
  void (*gas_quantity)(const Band<T>&, Quantity, int i, int j, int n, float* out);
  void (*heat_quantity)(const Band<T>&, Quantity, T diffusivity, int i, int j, int n, float* out);
  T (*gas_at)(const Band<T>&, Quantity, int i, int j);
  T (*heat_at)(const Band<T>&, Quantity, T diffusivity, int i, int j);
  BandResult<T> (*muscl)(const Band<T>&);
};

template <class T>
const BandKernels<T>& band_kernels(Isa isa);

}  // namespace ez::gas
