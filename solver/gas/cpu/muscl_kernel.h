// A step of MUSCL–Hancock over a band of rows. The states after half a step and the slopes of each row are stored for
// the faces between it and the row above. Cells next to walls are then computed again, one by one.
#pragma once

#include "solver/gas/cpu/row.h"
#include "solver/gas/physics/muscl_hllc.h"

namespace ez::gas {
namespace {

inline constexpr int muscl_strip = 128;
inline constexpr int muscl_room = muscl_strip + 32;

template <class T>
struct States {
  T rho[muscl_room], u[muscl_room], v[muscl_room], p[muscl_room];
  EZ_INLINE void put(int k, const State<T>& s) { rho[k] = s.rho, u[k] = s.u, v[k] = s.v, p[k] = s.p; }
  EZ_INLINE State<T> get(int k) const { return {rho[k], u[k], v[k], p[k]}; }
};
// A row, from the column before the strip on: the states at its cells' faces, and whether a shock passes (1 or 0).
template <class T>
struct SlopedRow {
  States<T> middle, x, y;
  T shock_x[muscl_room], shock_y[muscl_room];
  EZ_INLINE void put(int k, const Sloped<T>& s) {
    middle.put(k + 1, s.s), x.put(k + 1, s.x), y.put(k + 1, s.y);
    shock_x[k + 1] = s.shock_x ? T(1) : T(0);
    shock_y[k + 1] = s.shock_y ? T(1) : T(0);
  }
  EZ_INLINE State<T> left(int k) const { return minus(middle.get(k + 1), x.get(k + 1)); }
  EZ_INLINE State<T> right(int k) const { return plus(middle.get(k + 1), x.get(k + 1)); }
  EZ_INLINE State<T> below(int k) const { return minus(middle.get(k + 1), y.get(k + 1)); }
  EZ_INLINE State<T> above(int k) const { return plus(middle.get(k + 1), y.get(k + 1)); }
};

// Calls use(column in the strip, cell) for the cells of row j next to walls, from the column before the strip to the
// one after it.
template <class T, class Use>
EZ_INLINE void each_rim_cell(const Band<T>& b, int i0, int j, int n, const Use& use) {
  if (!b.rim_rows) return;
  for (std::int32_t r = b.rim_rows[j + 1]; r < b.rim_rows[j + 2]; ++r)
    if (const int k = b.rim_columns[r] - i0; k >= -1 && k <= n) use(k, b.rim[r]);
}

template <class T>
EZ_INLINE Sloped<T> sloped_at_walls(const RimCell<T>& rim, const State<T>& s, const State<T>& left,
                                    const State<T>& right, const State<T>& below, const State<T>& above, T rx, T ry,
                                    const Gas<T>& g) {
  return sloped(s, rim.solid[0] ? behind_wall(s, rim.face[0]) : left,
                rim.solid[1] ? behind_wall(s, rim.face[1]) : right, rim.solid[2] ? behind_wall(s, rim.face[2]) : below,
                rim.solid[3] ? behind_wall(s, rim.face[3]) : above, rx, ry, g);
}
template <class T>
EZ_INLINE void find_sloped(const Band<T>& b, int i0, int j, int n, SlopedRow<T>& out) {
  const Cells<T> below = cells_of(b, i0, j - 1), here = cells_of(b, i0, j), above = cells_of(b, i0, j + 1);
  const T rx = b.rx, ry = b.ry;
  const Gas<T> g = b.gas;
  EZ_NO_OVERLAP
  for (int k = -1; k < n + 1; ++k)
    out.put(k, sloped(here.get(k), here.get(k - 1), here.get(k + 1), below.get(k), above.get(k), rx, ry, g));
  each_rim_cell(b, i0, j, n, [&](int k, const RimCell<T>& rim) {
    out.put(k,
            sloped_at_walls(rim, here.get(k), here.get(k - 1), here.get(k + 1), below.get(k), above.get(k), rx, ry, g));
  });
}

// Computes the fluxes of n faces. low(k) and high(k) are the two sides; shock(k) is not 0 if a shock runs along the
// face; turn() is applied to the flux.
template <class T, class Low, class High, class Shock, class Turn>
EZ_INLINE void muscl_faces(int n, const Gas<T>& g, const Low& low, const High& high, const Shock& shock,
                           const Turn& turn, Faces<T>& out) {
  std::int32_t any = 0;
  EZ_NO_OVERLAP
  for (int k = 0; k < n; ++k) {
    out.put(k, turn(hllc_flux(low(k), high(k), g)));
    any |= shock(k) != T(0) ? 1 : 0;
  }
  if (any == 0) return;
  for (int k = 0; k < n; ++k)
    if (shock(k) != T(0)) out.put(k, turn(hlle_flux(low(k), high(k), g)));
}
template <class T>
EZ_INLINE Conserved<T> flux_at_wall(const State<T>& low, const State<T>& high, bool shock, const Gas<T>& g) {
  return shock ? hlle_flux(low, high, g) : hllc_flux(low, high, g);
}

template <class T>
EZ_INLINE void muscl_faces_x(const Band<T>& b, int i0, int j, int n, const SlopedRow<T>& c, Faces<T>& out) {
  const Gas<T> g = b.gas;
  muscl_faces(
      n + 1, g, [&](int k) { return c.right(k - 1); }, [&](int k) { return c.left(k); },
      [&](int k) { return c.shock_y[k] + c.shock_y[k + 1]; }, [](const Conserved<T>& f) { return f; }, out);
  each_rim_cell(b, i0, j, n, [&](int k, const RimCell<T>& rim) {
    const State<T> middle = c.middle.get(k + 1);
    const bool shock = c.shock_y[k + 1] != T(0);
    if (rim.solid[0] && k >= 0)
      out.put(k, flux_at_wall(beyond_face(c.left(k), middle, rim.face[0]), c.left(k), shock, g));
    if (rim.solid[1] && k < n)
      out.put(k + 1, flux_at_wall(c.right(k), beyond_face(c.right(k), middle, rim.face[1]), shock, g));
  });
}
// Computes the faces between row j and the row above it.
template <class T>
EZ_INLINE void muscl_faces_y(const Band<T>& b, int i0, int j, int n, const SlopedRow<T>& low, const SlopedRow<T>& high,
                             Faces<T>& out) {
  const Gas<T> g = b.gas;
  const auto turn = [](const Conserved<T>& f) { return turned(f); };
  muscl_faces(
      n, g, [&](int k) { return turned(low.above(k)); }, [&](int k) { return turned(high.below(k)); },
      [&](int k) { return low.shock_x[k + 1] + high.shock_x[k + 1]; }, turn, out);
  const auto put = [&](int k, const State<T>& l, const State<T>& h, T shock) {
    out.put(k, turn(flux_at_wall(turned(l), turned(h), shock != T(0), g)));
  };
  each_rim_cell(b, i0, j, n, [&](int k, const RimCell<T>& rim) {
    if (rim.solid[3] && k >= 0 && k < n)
      put(k, low.above(k), beyond_face(low.above(k), low.middle.get(k + 1), rim.face[3]), low.shock_x[k + 1]);
  });
  each_rim_cell(b, i0, j + 1, n, [&](int k, const RimCell<T>& rim) {
    if (rim.solid[2] && k >= 0 && k < n)
      put(k, beyond_face(high.below(k), high.middle.get(k + 1), rim.face[2]), high.below(k), high.shock_x[k + 1]);
  });
}

template <class T>
struct MusclScratch {
  SlopedRow<T> rows[2];
  Faces<T> fx, fy[2];
  Found<T> found;
};
// Prefetches row j. A strip's rows are too short for the hardware to predict the next one.
template <class T>
EZ_INLINE void prefetch_row(const Band<T>& b, int i0, int j, int n) {
  constexpr int line = 64 / sizeof(T);
  if (j > b.j1 + 1) return;
  const std::ptrdiff_t at = j * b.pitch + i0;
  for (const T* array : b.in)
    for (int k = 0; k < n; k += line) __builtin_prefetch(array + at + k);
}
template <class T>
void muscl_row(const Band<T>& b, int i0, int j, int n, MusclScratch<T>& s) {
  const int now = j & 1, next = now ^ 1;
  prefetch_row(b, i0, j + 3, n);
  find_sloped(b, i0, j + 1, n, s.rows[next]);
  muscl_faces_y(b, i0, j, n, s.rows[now], s.rows[next], s.fy[next]);
  muscl_faces_x(b, i0, j, n, s.rows[now], s.fx);
  b.solid&& b.near_wall[j] ? renew<true>(b, i0, j, n, s.fx, s.fy[now], s.fy[next], gain<T>, s.found)
                           : renew<false>(b, i0, j, n, s.fx, s.fy[now], s.fy[next], gain<T>, s.found);
}
template <class T>
void muscl_first(const Band<T>& b, int i0, int n, MusclScratch<T>& s) {
  const int j = b.j0, now = j & 1, below = now ^ 1;
  find_sloped(b, i0, j - 1, n, s.rows[below]);
  find_sloped(b, i0, j, n, s.rows[now]);
  muscl_faces_y(b, i0, j - 1, n, s.rows[below], s.rows[now], s.fy[now]);
}
template <class T>
BandResult<T> muscl_band(const Band<T>& b) {
  BandResult<T> result;
  for (int i0 = 0; i0 < b.nx; i0 += muscl_strip) {
    const int n = least(muscl_strip, b.nx - i0);
    MusclScratch<T> s;
    s.found = {};
    muscl_first(b, i0, n, s);
    for (int j = b.j0; j < b.j1; ++j) muscl_row(b, i0, j, n, s);
    add(result, s.found.fold(n));
  }
  return result;
}

}  // namespace
}  // namespace ez::gas
