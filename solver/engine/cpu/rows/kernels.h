// The row kernels: plain loops that the compiler vectorises, written with the functions of solver/physics.
//
// baseline.cpp and the other instruction sets' files each compile this file. Nothing here may leave its translation
// unit: the linker could replace an inline function by another build's copy, which the processor may not be able to
// run. So everything is in an anonymous namespace or forced inline, and nothing of the standard library is used.
#include "solver/engine/cpu/rows/rows.h"
#include "solver/physics/yee.h"

#include "solver/engine/cpu/rows/fused.h"

// Tells GCC that it can vectorise the next loop. Clang does not know the pragma and compares the addresses at run time.
#if defined(__clang__)
#define EZ_VECTORISE
#else
#define EZ_VECTORISE _Pragma("GCC ivdep")
#endif

namespace ez {
namespace {

template <class T>
struct Constant {
  T a, b;
  EZ_INLINE T a_at(int) const { return a; }
  EZ_INLINE T b_at(int) const { return b; }
};
template <class T>
struct PerNode {
  const T* __restrict a;
  const T* __restrict b;
  EZ_INLINE T a_at(int i) const { return a[i]; }
  EZ_INLINE T b_at(int i) const { return b[i]; }
};

template <class T, class C>
EZ_INLINE void hx_with(T* __restrict hx, const T* __restrict e, const T* __restrict e_up, C c, const RowStretch<T>& y,
                       int n) {
  if (!y.psi) {
    for (int i = 0; i < n; ++i) hx[i] = update_hx(hx[i], c.a_at(i), c.b_at(i), e[i], e_up[i]);
    return;
  }
  T* __restrict psi = y.psi;
  const Stretch<T> s = y.s;
  for (int i = 0; i < n; ++i) {
    const T d = stretch(e_up[i] - e[i], s, psi[i]);
    hx[i] = update_hx_layer(hx[i], c.a_at(i), c.b_at(i), d);
  }
}
template <class T>
void hx(T* hx, const T* e, const T* e_up, const Coefs<T>& c, const RowStretch<T>& y, int n) {
  if (c.each_a)
    hx_with(hx, e, e_up, PerNode<T>{c.each_a, c.each_b}, y, n);
  else
    hx_with(hx, e, e_up, Constant<T>{c.a, c.b}, y, n);
}

template <class T>
EZ_INLINE Stretch<T> stretch_at(const ColumnStretch<T>& x, int i) {
  return {x.k[i], x.b[i], x.c[i]};
}

template <class T, class C>
EZ_INLINE void hy_with(T* __restrict hy, const T* __restrict e, C c, const ColumnStretch<T>& x, int n) {
  if (!x.psi) {
    for (int i = 0; i < n; ++i) hy[i] = update_hy(hy[i], c.a_at(i), c.b_at(i), e[i], e[i + 1]);
    return;
  }
  T* __restrict psi = x.psi;
  for (int i = 0; i < n; ++i) {
    const T d = stretch(e[i + 1] - e[i], stretch_at(x, i), psi[i]);
    hy[i] = update_hy_layer(hy[i], c.a_at(i), c.b_at(i), d);
  }
}
template <class T>
void hy(T* hy, const T* e, const Coefs<T>& c, const ColumnStretch<T>& x, int n) {
  if (c.each_a)
    hy_with(hy, e, PerNode<T>{c.each_a, c.each_b}, x, n);
  else
    hy_with(hy, e, Constant<T>{c.a, c.b}, x, n);
}

// Advances Ez in layers. A node that is only in the layer along y takes the plain difference along x.
template <bool in_x, bool in_y, class T, class C>
EZ_INLINE void ez_layer(T* __restrict e, const T* __restrict hx, const T* __restrict hx_below, const T* __restrict hy,
                        C c, const ColumnStretch<T>& x, const RowStretch<T>& y, int n) {
  T* __restrict psi_x = x.psi;
  T* __restrict psi_y = y.psi;
  const Stretch<T> s = y.s;
  for (int i = 0; i < n; ++i) {
    T dx = hy[i] - hy[i - 1];
    if (in_x) dx = stretch(dx, stretch_at(x, i), psi_x[i]);
    if (in_y)
      e[i] = update_ez_layer(e[i], c.a_at(i), c.b_at(i), dx, stretch(hx[i] - hx_below[i], s, psi_y[i]));
    else
      e[i] = update_ez_x_layer(e[i], c.a_at(i), c.b_at(i), dx, hx[i], hx_below[i]);
  }
}
template <class T, class C>
EZ_INLINE void ez_with(T* __restrict e, const T* __restrict hx, const T* __restrict hx_below, const T* __restrict hy,
                       C c, const ColumnStretch<T>& x, const RowStretch<T>& y, int n) {
  if (x.psi && y.psi)
    ez_layer<true, true>(e, hx, hx_below, hy, c, x, y, n);
  else if (x.psi)
    ez_layer<true, false>(e, hx, hx_below, hy, c, x, y, n);
  else if (y.psi)
    ez_layer<false, true>(e, hx, hx_below, hy, c, x, y, n);
  else
    for (int i = 0; i < n; ++i) e[i] = update_ez(e[i], c.a_at(i), c.b_at(i), hy[i], hy[i - 1], hx[i], hx_below[i]);
}
template <class T>
void ez_lossless(T* __restrict e, const T* __restrict hx, const T* __restrict hx_below, const T* __restrict hy, T cb,
                 int n) {
  for (int i = 0; i < n; ++i) e[i] = update_ez_lossless(e[i], cb, hy[i], hy[i - 1], hx[i], hx_below[i]);
}
template <class T>
void ez(T* e, const T* hx, const T* hx_below, const T* hy, const Coefs<T>& c, const ColumnStretch<T>& x,
        const RowStretch<T>& y, int n) {
  if (c.each_a)
    ez_with(e, hx, hx_below, hy, PerNode<T>{c.each_a, c.each_b}, x, y, n);
  else if (c.a == 1 && !x.psi && !y.psi)
    ez_lossless(e, hx, hx_below, hy, c.b, n);
  else
    ez_with(e, hx, hx_below, hy, Constant<T>{c.a, c.b}, x, y, n);
}

template <class T>
void see(MagnitudeOrder<T>* __restrict orders, const T* __restrict values, int n) {
  for (int i = 0; i < n; ++i) {
    const MagnitudeOrder<T> order = seen_order(values[i]);
    orders[i] = order > orders[i] ? order : orders[i];
  }
}

template <class T>
void take_larger_ahead(MagnitudeOrder<T>* orders, int ahead, int n) {
  // Writes go to elements before those still to be read.
  EZ_VECTORISE
  for (int i = 0; i < n; ++i) orders[i] = orders[i + ahead] > orders[i] ? orders[i + ahead] : orders[i];
}

template <Quantity q, class T>
EZ_INLINE void quantity_as(T* __restrict out, const T* __restrict e, const T* __restrict hx,
                           const T* __restrict hx_below, const T* __restrict hy, T eps, T mu, QuantityUnits<T> units,
                           int n) {
  for (int i = 0; i < n; ++i) out[i] = quantity_at(q, e[i], hx[i], hx_below[i], hy[i], hy[i - 1], eps, mu, units);
}
// Instantiates one loop for each formula of the table.
template <std::size_t k, class T>
EZ_INLINE void quantity_from(Quantity q, T* out, const T* e, const T* hx, const T* hx_below, const T* hy, T eps, T mu,
                             const QuantityUnits<T>& units, int n) {
  if constexpr (k < quantity_count) {
    constexpr QuantityFacts facts = quantities[k];
    if constexpr (facts.of == QuantityFacts::Origin::formula)
      if (q == facts.quantity) return quantity_as<facts.quantity>(out, e, hx, hx_below, hy, eps, mu, units, n);
    quantity_from<k + 1>(q, out, e, hx, hx_below, hy, eps, mu, units, n);
  }
}
template <class T>
void quantity(Quantity q, T* out, const T* e, const T* hx, const T* hx_below, const T* hy, T eps, T mu,
              const QuantityUnits<T>& units, int n) {
  quantity_from<0>(q, out, e, hx, hx_below, hy, eps, mu, units, n);
}

// Magnitudes of floating-point numbers have the same order as their bits. Infinity is above all finite values and NaN
// above infinity.
template <class T>
struct Bits {
  using Type = int;
  static constexpr Type magnitude = 0x7fffffff;
};
template <>
struct Bits<double> {
  using Type = long long;
  static constexpr Type magnitude = 0x7fffffffffffffff;
};
template <class T>
T largest(const T* values, int n) {
  using Int = typename Bits<T>::Type;
  Int most = 0;
  for (int i = 0; i < n; ++i) {
    const Int bits = __builtin_bit_cast(Int, values[i]) & Bits<T>::magnitude;
    most = bits > most ? bits : most;
  }
  return __builtin_bit_cast(T, most);
}

template <class T>
T mur(T k, T old_edge, T old_inner, T inner) {
  return mur_first_order(k, old_edge, old_inner, inner);
}

template <class T>
T correction(T d, T correction, T sum, T sum_low, T sum_high) {
  return mur_correction(d, correction, sum, sum_low, sum_high);
}

template <class T>
void correct(T* e, T gain, const PoleCoefs<T>& k, const T* p, const T* j, int n) {
  const PoleCoefs<T> pole = k;
  for (int i = 0; i < n; ++i) e[i] = correct_for_pole(e[i], gain, pole, p[i], j[i]);
}
template <class T>
void advance(const T* e, const T* old, const PoleCoefs<T>& k, T* p, T* j, int n) {
  const PoleCoefs<T> pole = k;
  for (int i = 0; i < n; ++i) advance_pole(pole, e[i] + old[i], p[i], j[i]);
}

template <class T>
void step_pole(T* e, T* old, T gain, const PoleCoefs<T>& k, T* p, T* j, int n) {
  const PoleCoefs<T> pole = k;
  EZ_VECTORISE
  for (int i = 0; i < n; ++i) {
    const T now = correct_for_pole(e[i], gain, pole, p[i], j[i]);
    advance_pole(pole, now + old[i], p[i], j[i]);
    e[i] = old[i] = now;
  }
}

template <class T>
T cross(const CrossWeights<T>& k, T d0, T d1, T d2, T d3) {
  return cross_increment(k, d0, d1, d2, d3);
}
template <class T>
T half_on(T q, T p, T j) {
  return half_step_on(q, p, j);
}
template <class T>
T depolarise(T own, const CrossWeights<T>& k, T q, T q0, T q1, T q2, T q3) {
  return depolarising_field(own, k, q, q0, q1, q2, q3);
}
template <class T>
T correct_rim(T e, T gain, T c, T field) {
  return correct_for_rim(e, gain, c, field);
}

template <class T>
constexpr RowKernels<T> kernels = {hx<T>,
                                   hy<T>,
                                   ez<T>,
                                   advance_uniform<1, T>,
                                   advance_mixed<1, T>,
                                   advance_uniform<4, T>,
                                   advance_mixed<4, T>,
                                   layers<T>,
                                   mur<T>,
                                   correction<T>,
                                   correct<T>,
                                   advance<T>,
                                   step_pole<T>,
                                   cross<T>,
                                   half_on<T>,
                                   depolarise<T>,
                                   correct_rim<T>,
                                   see<T>,
                                   take_larger_ahead<T>,
                                   quantity<T>,
                                   largest<T>};

}  // namespace
}  // namespace ez
