// The data of the scalar engine's loops: plain arrays with a line of ghost nodes on all sides, in the engine's
// precision. Also the loops themselves, which are built for processors with and without fused multiply-add (kernels.h).
//
// Node (i, j) is at index j·row + i of every array; (−1, …) and (nx, …) are ghosts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/physics/poles.h"
#include "solver/physics/rim.h"

namespace ez::scalar {

// The layers of an axis: AxisLayers, rounded.
template <class T>
struct Layers {
  int nodes = 0, low = 0, high = 0;
  const T *k_e, *b_e, *c_e, *k_h, *b_h, *c_h;  // classes × nodes
  const std::uint8_t* line_class = nullptr;    // nullptr: every line is of class 0
};

template <class T>
struct Grid {
  int nx = 0, ny = 0;
  std::ptrdiff_t row = 0;
  bool x_periodic = false, y_periodic = false;
  T *ez, *hx, *hy;
  T *psi_hx, *psi_hy, *psi_ex, *psi_ey;
  const T *ca, *cb, *hx_da, *hx_db, *hy_da, *hy_db;
  Layers<T> x, y;
};

// One pole of node (i, j), with its state.
template <class T>
struct PoleAt {
  int i = 0, j = 0;
  std::ptrdiff_t node = 0;
  T gain = 0;
  PoleCoefs<T> coefs{};
  T *polarisation = nullptr, *current = nullptr;
};
// A CrossTerm. The differences of Ez are e[plus] − e[minus].
template <class T>
struct CrossAt {
  std::ptrdiff_t node = 0, plus[4] = {}, minus[4] = {};
  CrossWeights<T> weights{};
};
// The DepolarisingTerm of node (i, j). `neighbours`: the four nodes of the other H array. c: sum of the c of its poles.
template <class T>
struct RimAt {
  int i = 0, j = 0;
  std::ptrdiff_t node = 0, neighbours[4] = {};
  T own = 0;
  CrossWeights<T> weights{};
  T gain = 0, c = 0;
};

template <class T>
struct Kernels {
  void (*advance_h)(const Grid<T>& g);
  void (*advance_e)(const Grid<T>& g);
  void (*add_cross)(const CrossAt<T>* terms, std::size_t count, const T* e, T* h);
  // Adds to q of every node that has poles. q starts from 0.
  void (*half_steps)(const PoleAt<T>* poles, std::size_t count, T* q);
  void (*rim_fields)(const RimAt<T>* rims, std::size_t count, const T* q, const T* q_other, T* field);
  void (*correct_for_rims)(const RimAt<T>* rims, std::size_t count, const T* field, T* h);
  void (*correct_for_poles)(const PoleAt<T>* poles, std::size_t count, T* values);
  void (*advance_pole)(const PoleAt<T>& pole, T sum);
  T (*mur)(T k, T e0_old, T e1_old, T e1_new);
  T (*mur_correction)(T d, T correction, T sum, T sum_low, T sum_high);
};
// Returns the kernels for this processor.
template <class T>
const Kernels<T>& kernels();

}  // namespace ez::scalar
