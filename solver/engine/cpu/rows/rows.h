// Kernels over a run of nodes of one row, built for several instruction sets. The engine takes the best build that the
// machine supports. Pointers point at the run's first node; n is its length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "solver/engine/cpu/seen.h"
#include "solver/physics/cpml.h"
#include "solver/physics/mur.h"
#include "solver/physics/poles.h"
#include "solver/physics/quantity.h"
#include "solver/physics/rim.h"

namespace ez {

// Coefficients of a run: two constants, or two arrays if the medium changes from node to node.
template <class T>
struct Coefs {
  T a = 1, b = 0;  // ca and cb, or da and db
  const T* each_a = nullptr;
  const T* each_b = nullptr;
  EZ_INLINE Coefs from(int i) const { return {a, b, each_a ? each_a + i : nullptr, each_b ? each_b + i : nullptr}; }
};

// A layer along x: 1/κ, b, c per column, ψ per node. psi = nullptr: not in such a layer.
template <class T>
struct ColumnStretch {
  const T* k = nullptr;
  const T* b = nullptr;
  const T* c = nullptr;
  T* psi = nullptr;
  EZ_INLINE ColumnStretch from(int i) const { return {k + i, b + i, c + i, psi + i}; }
};
// A layer along y: one stretch for the row.
template <class T>
struct RowStretch {
  Stretch<T> s;
  T* psi = nullptr;
};

// Runs, edges and tiles begin at multiples of this number of nodes: 64 bytes of float.
inline constexpr int block_nodes = 16;

template <class T>
struct Pair {
  T a = 1, b = 0;  // ca and cb, or da and db
};
// Coefficients of rows by blocks. Those of block k in row r are entry place[r·pitch + k] of the table. An entry has 2 ×
// block_nodes values: ca, then cb.
template <class T>
struct BlockCoefs {
  const T* table = nullptr;
  const std::uint32_t* place = nullptr;
  std::ptrdiff_t pitch = 0;
};
// One or more rows from a node on: pointers to the node in the lowest row, and the distance to the row above.
template <class T>
struct Rows {
  T *e = nullptr, *hx = nullptr, *hy = nullptr;
  std::ptrdiff_t pitch = 0;
};

// One boundary's layer along x, in all blocks of columns that it touches. Each block has eight rows of block_nodes
// values, in the order of Table. ψ pointers are those of row 0. Everything starts at column `first`. pitch: distance to
// the row above.
template <class T>
struct Edge {
  // in_layer: −1 inside the layer, 0 outside
  enum Table { in_layer_h, k_h, b_h, c_h, in_layer_e, k_e, b_e, c_e, tables };
  const T* table = nullptr;
  T *psi_h = nullptr, *psi_e = nullptr;
  std::ptrdiff_t first = 0, pitch = 0;
};
// The layers at node (i, j). x = nullptr or ψ = nullptr: not in such a layer. no_hy: from column 0 on, −1 in a column
// whose hy stays unchanged; nullptr: no such column.
template <class T>
struct Layers {
  int i = 0, j = 0;
  const Edge<T>* x = nullptr;
  const T* no_hy = nullptr;
  RowStretch<T> y_h, y_e;  // for hx and for Ez; ψ from column 0 on
};

template <class T>
struct RowKernels {
  // For any medium and any layer.
  void (*hx)(T* hx, const T* e, const T* e_up, const Coefs<T>& c, const RowStretch<T>& y, int n);
  void (*hy)(T* hy, const T* e, const Coefs<T>& c, const ColumnStretch<T>& x, int n);  // also reads e[n]
  // Also reads hy[-1].
  void (*ez)(T* e, const T* hx, const T* hx_below, const T* hy, const Coefs<T>& c, const ColumnStretch<T>& x,
             const RowStretch<T>& y, int n);

  // H and Ez together, for H of vacuum with square cells. n: whole blocks. They also read e[n], hy[-1], hx of the row
  // below and Ez of the row above. `one` and `four` take one row or four rows in no layer. `layers` takes one row in
  // any layers, or several rows in layers along x.
  void (*one)(const Rows<T>& at, const Pair<T>& c, int n);
  void (*one_mixed)(const Rows<T>& at, const BlockCoefs<T>& c, int n);
  void (*four)(const Rows<T>& at, const Pair<T>& c, int n);
  void (*four_mixed)(const Rows<T>& at, const BlockCoefs<T>& c, int n);
  void (*layers)(const Rows<T>& at, const BlockCoefs<T>& c, const Layers<T>& in, int rows, int n);

  // Formulas that must use the same fused operations as the kernels.
  T (*mur)(T k, T old_edge, T old_inner, T inner);
  T (*mur_correction)(T d, T correction, T sum, T sum_low, T sum_high);
  // A pole of adjacent nodes: subtract its known part from the field, then advance the pole.
  void (*correct_for_pole)(T* e, T gain, const PoleCoefs<T>& k, const T* p, const T* j, int n);
  void (*advance_pole)(const T* e, const T* old, const PoleCoefs<T>& k, T* p, T* j, int n);
  // Does both. Allowed if this is the only pole and no source acts between them. Stores the new field as the next
  // step's old one.
  void (*step_pole)(T* e, T* old, T gain, const PoleCoefs<T>& k, T* p, T* j, int n);
  // Rims, node by node: see physics/rim.h.
  T (*cross_increment)(const CrossWeights<T>& k, T d0, T d1, T d2, T d3);
  T (*half_step_on)(T q, T p, T j);
  T (*depolarising_field)(T own, const CrossWeights<T>& k, T q, T q0, T q1, T q2, T q3);
  T (*correct_for_rim)(T e, T gain, T c, T field);

  // Updates the largest order of each column with a row of values.
  void (*see)(MagnitudeOrder<T>* orders, const T* values, int n);
  // Takes the larger order of each column and the column `ahead` of it.
  void (*take_larger_ahead)(MagnitudeOrder<T>* orders, int ahead, int n);
  // Computes a quantity that is a formula.
  void (*quantity)(Quantity q, T* out, const T* e, const T* hx, const T* hx_below, const T* hy, T eps, T mu,
                   const QuantityUnits<T>& units, int n);
  T (*largest)(const T* values, int n);  // largest |v|; infinite or NaN if any value is
};

enum class Isa { baseline, avx2, avx512 };
bool supported(Isa isa);
Isa best_isa();
std::string name_of(Isa isa);
// Returns the set with one of these names: that of instruction_sets() or that of name_of(). An empty or unknown name
// means the best.
Isa isa_named(std::string_view name);
template <class T>
const RowKernels<T>& row_kernels(Isa isa);

}  // namespace ez
