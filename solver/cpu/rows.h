// Kernels over a run of nodes of one row, in several builds for several instruction sets; the engine takes the best one
// the machine has. Pointers point at the run's first node; n is its length.
#pragma once

#include <string>

#include "solver/physics/cpml.h"
#include "solver/physics/mur.h"

namespace ez {

// Coefficients of a run: two constants, or where media change from node to node, two arrays.
template <class T>
struct Coefs {
  T a = 1, b = 0;  // ca and cb, or da and db
  const T* each_a = nullptr;
  const T* each_b = nullptr;
};

// A layer along x: 1/κ, b, c per column, ψ per node. psi = nullptr: not in such a layer.
template <class T>
struct ColumnStretch {
  const T* k = nullptr;
  const T* b = nullptr;
  const T* c = nullptr;
  T* psi = nullptr;
};
// A layer along y: one stretch for the row.
template <class T>
struct RowStretch {
  Stretch<T> s;
  T* psi = nullptr;
};

template <class T>
struct RowKernels {
  // hx and hy of vacuum with square cells in one go. Reads e[n] too.
  void (*h_vacuum)(T* hx, T* hy, const T* e, const T* e_up, int n);
  void (*hx)(T* hx, const T* e, const T* e_up, Coefs<T> c, RowStretch<T> y, int n);
  void (*hy)(T* hy, const T* e, Coefs<T> c, ColumnStretch<T> x, int n);  // reads e[n] too
  // Reads hy[-1] too.
  void (*ez)(T* e, const T* hx, const T* hx_below, const T* hy, Coefs<T> c, ColumnStretch<T> x, RowStretch<T> y, int n);
  T (*mur)(T k, T old_edge, T old_inner, T inner);  // here because it is fused too
};

enum class Isa { baseline, avx2, avx512 };
bool supported(Isa isa);
Isa best_isa();
std::string name_of(Isa isa);  // "SSE2", "AVX2", "AVX-512", "NEON"
template <class T>
const RowKernels<T>& row_kernels(Isa isa);

}  // namespace ez
