// Kernels that advance H and Ez of rows with vacuum-like H together. The new H that Ez needs is still in registers, and
// each row's Ez is also used by the row below it. They process four rows at a time outside layers, and one row at a
// time in layers.
//
// Part of kernels.h, with the same rules.
#include "solver/engine/cpu/rows/lanes.h"
#include "solver/engine/cpu/rows/rows.h"

namespace ez {
namespace {

// Coefficient access for a node: ca·e and cb of row r, from constants or from blocks.
template <class T>
struct Lossless {  // ca = 1
  using V = typename Lanes<T>::V;
  V cb;
  EZ_INLINE void at_block(int) {}
  EZ_INLINE V b(int, int) const { return cb; }
  EZ_INLINE V times_a(int, int, V e) const { return e; }
};
template <class T>
struct Uniform {
  using V = typename Lanes<T>::V;
  V ca, cb;
  EZ_INLINE void at_block(int) {}
  EZ_INLINE V b(int, int) const { return cb; }
  EZ_INLINE V times_a(int, int, V e) const { return Lanes<T>::mul(ca, e); }
};
template <class T, int rows>
struct ByBlock {
  using V = typename Lanes<T>::V;
  BlockCoefs<T> of;
  const T* c[rows] = {};
  EZ_INLINE void at_block(int block) {
    for (int r = 0; r < rows; ++r) c[r] = of.table + 2 * std::size_t{block_nodes} * of.place[r * of.pitch + block];
  }
  EZ_INLINE V b(int r, int lane) const { return Lanes<T>::load(c[r] + block_nodes + lane); }
  EZ_INLINE V times_a(int r, int lane, V e) const { return Lanes<T>::mul(Lanes<T>::load(c[r] + lane), e); }
};

// Returns the values to the right of those at p: `here` followed by `next`. A vector that fills a cache line is
// shifted, because an unaligned load would touch two lines.
template <class T, class V>
EZ_INLINE V right_of(V here, V next, const T* p) {
  return sizeof(V) == 64 ? Lanes<T>::after(here, next) : Lanes<T>::load(p + 1);
}

// Advances `rows` rows of vacuum-like H (da = db = 1) that are in no layer. n: whole blocks. The vectors have names
// because compilers would store arrays of them in memory.
template <int rows, class T, class C>
EZ_INLINE void advance(Rows<T> at, C c, int n) {
  static_assert(rows == 1 || rows == 4);
  using L = Lanes<T>;
  using V = typename L::V;
  const std::ptrdiff_t p = at.pitch;
  const V one = L::one();
  V left0 = L::all(at.hy[-1]), left1 = left0, left2 = left0, left3 = left0;
  if constexpr (rows == 4)
    left1 = L::all(at.hy[p - 1]), left2 = L::all(at.hy[2 * p - 1]), left3 = L::all(at.hy[3 * p - 1]);
  T *e = at.e, *hx = at.hx, *hy = at.hy;
  V here0 = L::load(e), here1 = here0, here2 = here0, here3 = here0;
  if constexpr (rows == 4) here1 = L::load(e + p), here2 = L::load(e + 2 * p), here3 = L::load(e + 3 * p);
  for (int block = 0; block < n / block_nodes; ++block) {
    c.at_block(block);
#pragma GCC unroll 1
    for (int lane = 0; lane < block_nodes; lane += L::n) {
      V below = L::load(hx - p);
      const auto row = [&](int r, V& here, V& left, V up) __attribute__((always_inline)) {
        const V next = L::load(e + r * p + L::n);
        const V right = right_of(here, next, e + r * p);
        const V x = L::minus(L::add(here, L::load(hx + r * p)), up, one);
        const V y = L::add(L::minus(L::load(hy + r * p), here, one), right);
        L::store(hx + r * p, x);
        L::store(hy + r * p, y);
        const V curl = L::add(L::sub(y, L::before(left, y)), below);
        const V cb = c.b(r, lane);
        L::store(e + r * p, L::fused_minus(cb, x, L::fused(cb, curl, c.times_a(r, lane, here))));
        below = x, left = y, here = next;
      };
      if constexpr (rows == 4) {
        row(0, here0, left0, here1);
        row(1, here1, left1, here2);
        row(2, here2, left2, here3);
        row(3, here3, left3, L::load(e + 4 * p));
      } else {
        row(0, here0, left0, L::load(e + p));
      }
      e += L::n, hx += L::n, hy += L::n;
    }
  }
}
template <int rows, class T>
void advance_uniform(const Rows<T>& at, const Pair<T>& c, int n) {
  using L = Lanes<T>;
  if (c.a == 1)
    advance<rows>(at, Lossless<T>{L::all(c.b)}, n);
  else
    advance<rows>(at, Uniform<T>{L::all(c.a), L::all(c.b)}, n);
}
template <int rows, class T>
void advance_mixed(const Rows<T>& at, const BlockCoefs<T>& c, int n) {
  advance<rows>(at, ByBlock<T, rows>{c}, n);
}

template <class T>
EZ_INLINE typename Lanes<T>::V stretch_lanes(typename Lanes<T>::V d, typename Lanes<T>::V k, typename Lanes<T>::V b,
                                             typename Lanes<T>::V c, T* psi) {
  using L = Lanes<T>;
  const auto next = L::fused(b, L::load(psi), L::mul(c, d));
  L::store(psi, next);
  return L::fused(k, d, next);
}

// Advances one row of vacuum-like H in layers along x or y or both, or with columns that have no hy.
template <bool in_x, bool y_h, bool y_e, bool some_hy, class T>
EZ_INLINE void layer_row(const Rows<T> at, const BlockCoefs<T>& coefs, const Layers<T>& in, int row, int n) {
  using L = Lanes<T>;
  using V = typename L::V;
  using X = Edge<T>;
  const T *table = nullptr, *no_hy = nullptr;
  T *psi_xh = nullptr, *psi_xe = nullptr, *psi_yh = nullptr, *psi_ye = nullptr;
  V k_yh, b_yh, c_yh, k_ye, b_ye, c_ye;
  if constexpr (in_x) {
    const X& x = *in.x;
    const std::ptrdiff_t column = in.i - x.first, psi = (in.j + row) * x.pitch + column;
    table = x.table + X::tables * column, psi_xh = x.psi_h + psi, psi_xe = x.psi_e + psi;
  }
  if constexpr (y_h)
    k_yh = L::all(in.y_h.s.k), b_yh = L::all(in.y_h.s.b), c_yh = L::all(in.y_h.s.c), psi_yh = in.y_h.psi + in.i;
  if constexpr (y_e)
    k_ye = L::all(in.y_e.s.k), b_ye = L::all(in.y_e.s.b), c_ye = L::all(in.y_e.s.c), psi_ye = in.y_e.psi + in.i;
  if constexpr (some_hy) no_hy = in.no_hy + in.i;
  ByBlock<T, 1> c{{coefs.table, coefs.place + row * coefs.pitch, 0}};
  V left = L::all(at.hy[-1]);
  for (int block = 0; block < n; block += block_nodes) {
    c.at_block(block / block_nodes);
#pragma GCC unroll 1
    for (int lane = 0; lane < block_nodes; lane += L::n) {
      const int i = block + lane;
      const auto of = [&](typename X::Table t) __attribute__((always_inline)) {
        return L::load(table + X::tables * block + t * block_nodes + lane);
      };
      const V here = L::load(at.e + i), up = L::load(at.e + at.pitch + i), right = L::load(at.e + i + 1);
      const V old_x = L::load(at.hx + i), old_y = L::load(at.hy + i), below = L::load(at.hx - at.pitch + i);
      V hx, hy = L::add(L::sub(old_y, here), right);
      if constexpr (y_h)
        hx = L::sub(old_x, stretch_lanes<T>(L::sub(up, here), k_yh, b_yh, c_yh, psi_yh + i));
      else
        hx = L::sub(L::add(old_x, here), up);
      if constexpr (in_x) {
        const V d = stretch_lanes<T>(L::sub(right, here), of(X::k_h), of(X::b_h), of(X::c_h), psi_xh + i);
        hy = L::choose(of(X::in_layer_h), L::add(old_y, d), hy);
      }
      if constexpr (some_hy) hy = L::choose(L::load(no_hy + i), old_y, hy);
      L::store(at.hx + i, hx);
      L::store(at.hy + i, hy);
      V dx = L::sub(hy, L::before(left, hy));
      if constexpr (in_x) {
        const V d = stretch_lanes<T>(dx, of(X::k_e), of(X::b_e), of(X::c_e), psi_xe + i);
        dx = L::choose(of(X::in_layer_e), d, dx);
      }
      const V cb = c.b(0, lane), kept = c.times_a(0, lane, here);
      if constexpr (y_e) {
        const V dy = stretch_lanes<T>(L::sub(hx, below), k_ye, b_ye, c_ye, psi_ye + i);
        L::store(at.e + i, L::fused(cb, L::sub(dx, dy), kept));
      } else {
        L::store(at.e + i, L::fused_minus(cb, hx, L::fused(cb, L::add(dx, below), kept)));
      }
      left = hy;
    }
  }
}
// Calls f with each flag as a compile-time constant.
template <bool... known, class F>
EZ_INLINE void with_flags(F f) {
  f.template operator()<known...>();
}
template <bool... known, class F, class... Rest>
EZ_INLINE void with_flags(F f, bool flag, Rest... rest) {
  if (flag)
    with_flags<known..., true>(f, rest...);
  else
    with_flags<known..., false>(f, rest...);
}
template <class T>
void layers(const Rows<T>& at, const BlockCoefs<T>& c, const Layers<T>& in, int rows, int n) {
  const auto all = [&]<bool in_x, bool y_h, bool y_e, bool some_hy>() {
    for (int r = 0; r < rows; ++r) {
      const std::ptrdiff_t up = r * at.pitch;
      layer_row<in_x, y_h, y_e, some_hy>(Rows<T>{at.e + up, at.hx + up, at.hy + up, at.pitch}, c, in, r, n);
    }
  };
  with_flags(all, in.x != nullptr, in.y_h.psi != nullptr, in.y_e.psi != nullptr, in.no_hy != nullptr);
}

}  // namespace
}  // namespace ez
