// The kernels themselves: plain loops that the compiler vectorises, written with the functors of solver/physics.
//
// This file is compiled several times, with EZ_ISA naming the build. Nothing here may leave its translation unit:
// another build's copy of an inline function could be linked in its place and meet a processor that cannot run it. So
// everything is in an anonymous namespace or forced inline, and nothing of the standard library is used.
#include "solver/cpu/rows.h"
#include "solver/physics/yee.h"

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

template <class T>
void h_vacuum(T* __restrict hx, T* __restrict hy, const T* __restrict e, const T* __restrict e_up, int n) {
  for (int i = 0; i < n; ++i) {
    hx[i] = update_hx_vacuum(hx[i], e[i], e_up[i]);
    hy[i] = update_hy_vacuum(hy[i], e[i], e[i + 1]);
  }
}

template <class T, class C>
EZ_INLINE void hx_with(T* __restrict hx, const T* __restrict e, const T* __restrict e_up, C c, RowStretch<T> y, int n) {
  if (!y.psi) {
    for (int i = 0; i < n; ++i) hx[i] = update_hx(hx[i], c.a_at(i), c.b_at(i), e[i], e_up[i]);
    return;
  }
  T* __restrict psi = y.psi;
  for (int i = 0; i < n; ++i) {
    const T d = stretch(e_up[i] - e[i], y.s, psi[i]);
    hx[i] = update_hx_layer(hx[i], c.a_at(i), c.b_at(i), d);
  }
}
template <class T>
void hx(T* hx, const T* e, const T* e_up, Coefs<T> c, RowStretch<T> y, int n) {
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
EZ_INLINE void hy_with(T* __restrict hy, const T* __restrict e, C c, ColumnStretch<T> x, int n) {
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
void hy(T* hy, const T* e, Coefs<T> c, ColumnStretch<T> x, int n) {
  if (c.each_a)
    hy_with(hy, e, PerNode<T>{c.each_a, c.each_b}, x, n);
  else
    hy_with(hy, e, Constant<T>{c.a, c.b}, x, n);
}

// A node in one layer takes the plain difference along the other axis.
template <bool in_x, bool in_y, class T, class C>
EZ_INLINE void ez_layer(T* __restrict e, const T* __restrict hx, const T* __restrict hx_below, const T* __restrict hy,
                        C c, ColumnStretch<T> x, RowStretch<T> y, int n) {
  T* __restrict psi_x = x.psi;
  T* __restrict psi_y = y.psi;
  for (int i = 0; i < n; ++i) {
    T dx = hy[i] - hy[i - 1], dy = hx[i] - hx_below[i];
    if (in_x) dx = stretch(dx, stretch_at(x, i), psi_x[i]);
    if (in_y) dy = stretch(dy, y.s, psi_y[i]);
    e[i] = update_ez_layer(e[i], c.a_at(i), c.b_at(i), dx, dy);
  }
}
template <class T, class C>
EZ_INLINE void ez_with(T* __restrict e, const T* __restrict hx, const T* __restrict hx_below, const T* __restrict hy,
                       C c, ColumnStretch<T> x, RowStretch<T> y, int n) {
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
void ez(T* e, const T* hx, const T* hx_below, const T* hy, Coefs<T> c, ColumnStretch<T> x, RowStretch<T> y, int n) {
  if (c.each_a)
    ez_with(e, hx, hx_below, hy, PerNode<T>{c.each_a, c.each_b}, x, y, n);
  else if (c.a == 1 && !x.psi && !y.psi)
    ez_lossless(e, hx, hx_below, hy, c.b, n);
  else
    ez_with(e, hx, hx_below, hy, Constant<T>{c.a, c.b}, x, y, n);
}

template <class T>
T mur(T k, T old_edge, T old_inner, T inner) {
  return mur_first_order(k, old_edge, old_inner, inner);
}

template <class T>
constexpr RowKernels<T> kernels = {h_vacuum<T>, hx<T>, hy<T>, ez<T>, mur<T>};

}  // namespace

namespace EZ_ISA {
extern const RowKernels<float> single_precision;
extern const RowKernels<double> double_precision;
constinit const RowKernels<float> single_precision = kernels<float>;
constinit const RowKernels<double> double_precision = kernels<double>;
}  // namespace EZ_ISA
}  // namespace ez
