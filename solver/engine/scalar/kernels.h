// The two loops of a step in the order of the equations, and the operations at single nodes, written with the functions
// of solver/physics.
//
// baseline.cpp and avx2.cpp each compile this file. Nothing here may leave its translation unit: the linker could
// replace an inline function by another build's copy, which the processor may not be able to run. So everything is in
// an anonymous namespace or forced inline, and nothing of the standard library is used.
#include "solver/engine/scalar/grid.h"
#include "solver/physics/cpml.h"
#include "solver/physics/mur.h"
#include "solver/physics/yee.h"

namespace ez::scalar {
namespace {

template <class T>
EZ_INLINE std::ptrdiff_t place(const Layers<T>& a, int line, int i) {
  return (a.line_class ? a.line_class[line] : 0) * static_cast<std::ptrdiff_t>(a.nodes) + i;
}
template <class T>
EZ_INLINE Stretch<T> stretch_e(const Layers<T>& a, int line, int i) {
  const std::ptrdiff_t n = place(a, line, i);
  return {a.k_e[n], a.b_e[n], a.c_e[n]};
}
template <class T>
EZ_INLINE Stretch<T> stretch_h(const Layers<T>& a, int line, int i) {
  const std::ptrdiff_t n = place(a, line, i);
  return {a.k_h[n], a.b_h[n], a.c_h[n]};
}
template <class T>
EZ_INLINE bool in_layer_e(const Layers<T>& a, int i) {
  return i < a.low || i > a.nodes - 1 - a.high;
}
// Returns false for H beyond the last node, which exists only on a periodic axis.
template <class T>
EZ_INLINE bool in_layer_h(const Layers<T>& a, int i) {
  return i < a.nodes - 1 && (i < a.low || i >= a.nodes - 1 - a.high);
}

template <class T>
void advance_h(const Grid<T>& g) {
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i) {
      const std::ptrdiff_t n = j * g.row + i;
      const T e = g.ez[n], up = g.ez[n + g.row], right = g.ez[n + 1];
      if (j < g.ny - 1 || g.y_periodic) {
        const T da = g.hx_da[n], db = g.hx_db[n];
        if (in_layer_h(g.y, j))
          g.hx[n] = update_hx_layer(g.hx[n], da, db, stretch(T(up - e), stretch_h(g.y, i, j), g.psi_hx[n]));
        else
          g.hx[n] = update_hx(g.hx[n], da, db, e, up);
      }
      if (i < g.nx - 1 || g.x_periodic) {
        const T da = g.hy_da[n], db = g.hy_db[n];
        if (in_layer_h(g.x, i))
          g.hy[n] = update_hy_layer(g.hy[n], da, db, stretch(T(right - e), stretch_h(g.x, j, i), g.psi_hy[n]));
        else
          g.hy[n] = update_hy(g.hy[n], da, db, e, right);
      }
    }
}

template <class T>
void advance_e(const Grid<T>& g) {
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i) {
      const std::ptrdiff_t n = j * g.row + i;
      const T ca = g.ca[n], cb = g.cb[n];
      const T hx = g.hx[n], below = g.hx[n - g.row], hy = g.hy[n], left = g.hy[n - 1];
      const bool x_layer = in_layer_e(g.x, i), y_layer = in_layer_e(g.y, j);
      if (!x_layer && !y_layer) {
        g.ez[n] = update_ez(g.ez[n], ca, cb, hy, left, hx, below);
        continue;
      }
      T dx = hy - left;
      if (x_layer) dx = stretch(dx, stretch_e(g.x, j, i), g.psi_ex[n]);
      if (y_layer)
        g.ez[n] = update_ez_layer(g.ez[n], ca, cb, dx, stretch(T(hx - below), stretch_e(g.y, i, j), g.psi_ey[n]));
      else
        g.ez[n] = update_ez_x_layer(g.ez[n], ca, cb, dx, hx, below);
    }
}

template <class T>
void add_cross(const CrossAt<T>* terms, std::size_t count, const T* e, T* h) {
  for (const CrossAt<T>* t = terms; t != terms + count; ++t) {
    const auto d = [&](int k) { return e[t->plus[k]] - e[t->minus[k]]; };
    h[t->node] += cross_increment(t->weights, d(0), d(1), d(2), d(3));
  }
}

template <class T>
void half_steps(const PoleAt<T>* poles, std::size_t count, T* q) {
  for (const PoleAt<T>* k = poles; k != poles + count; ++k)
    q[k->node] = half_step_on(q[k->node], *k->polarisation, *k->current);
}
template <class T>
void rim_fields(const RimAt<T>* rims, std::size_t count, const T* q, const T* q_other, T* field) {
  for (const RimAt<T>* r = rims; r != rims + count; ++r)
    field[r->node] =
        depolarising_field(r->own, r->weights, q[r->node], q_other[r->neighbours[0]], q_other[r->neighbours[1]],
                           q_other[r->neighbours[2]], q_other[r->neighbours[3]]);
}
template <class T>
void correct_for_rims(const RimAt<T>* rims, std::size_t count, const T* field, T* h) {
  for (const RimAt<T>* r = rims; r != rims + count; ++r)
    h[r->node] = correct_for_rim(h[r->node], r->gain, r->c, field[r->node]);
}
template <class T>
void correct_for_poles(const PoleAt<T>* poles, std::size_t count, T* values) {
  for (const PoleAt<T>* k = poles; k != poles + count; ++k)
    values[k->node] = correct_for_pole(values[k->node], k->gain, k->coefs, *k->polarisation, *k->current);
}
template <class T>
void advance_one_pole(const PoleAt<T>& k, T sum) {
  advance_pole(k.coefs, sum, *k.polarisation, *k.current);
}

template <class T>
T mur(T k, T e0_old, T e1_old, T e1_new) {
  return mur_first_order(k, e0_old, e1_old, e1_new);
}
template <class T>
T correction_of_mur(T d, T correction, T sum, T sum_low, T sum_high) {
  return mur_correction(d, correction, sum, sum_low, sum_high);
}

template <class T>
constexpr Kernels<T> all_kernels{advance_h<T>,  advance_e<T>,        add_cross<T>,         half_steps<T>,
                                 rim_fields<T>, correct_for_rims<T>, correct_for_poles<T>, advance_one_pole<T>,
                                 mur<T>,        correction_of_mur<T>};

}  // namespace
}  // namespace ez::scalar
