// Operations on a row of a strip that the kernels of every gas scheme share: read its cells, store its faces, update
// it.
#pragma once

#include "solver/gas/cpu/apart.h"
#include "solver/gas/cpu/bands.h"
#include "solver/gas/physics/euler.h"

namespace ez::gas {
namespace {

inline constexpr int strip = 256;
inline constexpr int room = strip + 32;  // elements of one line of a strip, with one or two cells beyond each end

template <class T>
struct Faces {
  T mass[room], x[room], y[room], energy[room];
  EZ_INLINE void put(int k, const Conserved<T>& c) { mass[k] = c.mass, x[k] = c.x, y[k] = c.y, energy[k] = c.energy; }
  EZ_INLINE Conserved<T> get(int k) const { return {mass[k], x[k], y[k], energy[k]}; }
};

// A row of a strip. The pointers point at its first column.
template <class T>
struct Cells {
  const T *rho, *u, *v, *p, *solid;
  EZ_INLINE State<T> get(int k) const { return {rho[k], u[k], v[k], p[k]}; }
  EZ_INLINE bool wall(int k) const { return solid[k] != T(0); }
};
template <class T>
EZ_INLINE Cells<T> cells_of(const Band<T>& b, int i, int j) {
  const std::ptrdiff_t at = j * b.pitch + i;
  return {b.in[0] + at, b.in[1] + at, b.in[2] + at, b.in[3] + at, b.solid ? b.solid + at : nullptr};
}

// Results of a band, by column.
template <class T>
struct Found {
  T fastest[room] = {}, failed[room] = {};
  EZ_INLINE BandResult<T> fold(int n) const {
    BandResult<T> r;
    for (int k = 0; k < n; ++k) r.fastest = larger(fastest[k], r.fastest), r.failed |= failed[k] != T(0);
    return r;
  }
};
template <class T>
EZ_INLINE void add(BandResult<T>& sum, const BandResult<T>& r) {
  sum.fastest = larger(sum.fastest, r.fastest);
  sum.failed |= r.failed;
}

// Updates the row: adds to each cell its gain, gained(rx, ry, left, right, below, above).
template <bool Walls, class T, class Gained>
EZ_INLINE void renew(const Band<T>& b, int i0, int j, int n, const Faces<T>& fx, const Faces<T>& below,
                     const Faces<T>& above, const Gained& gained, Found<T>& found) {
  const Cells<T> c = cells_of(b, i0, j);
  const std::ptrdiff_t at = j * b.pitch + i0;
  T *rho = b.out[0] + at, *u = b.out[1] + at, *v = b.out[2] + at, *p = b.out[3] + at;
  const T rx = b.rx, ry = b.ry;
  const Gas<T> g = b.gas;
  EZ_NO_OVERLAP
  for (int k = 0; k < n; ++k) {
    const State<T> old = c.get(k);
    const State<T> s = with_gain(old, gained(rx, ry, fx.get(k), fx.get(k + 1), below.get(k), above.get(k)), g);
    const bool stays = Walls && c.wall(k);
    rho[k] = stays ? old.rho : s.rho;
    u[k] = stays ? old.u : s.u;
    v[k] = stays ? old.v : s.v;
    p[k] = stays ? old.p : s.p;
    const T density_ok = s.rho > T(0) ? found.failed[k] : T(1);
    const T ok = s.p > T(0) ? density_ok : T(1);
    found.failed[k] = stays ? found.failed[k] : ok;
  }
  if (!b.measure) return;
  const T known = b.known;
  std::int32_t any = 0;
  EZ_NO_OVERLAP
  for (int k = 0; k < n; ++k) {
    const int slower = surely_slower(State<T>{rho[k], u[k], v[k], p[k]}, g, known) ? 1 : 0;
    const int in_wall = Walls && c.wall(k) ? 1 : 0;
    any |= 1 - (slower | in_wall);
  }
  if (any == 0) return;
  EZ_NO_OVERLAP
  for (int k = 0; k < n; ++k) {
    const T rate = signal_rate(State<T>{rho[k], u[k], v[k], p[k]}, g);
    const T most = rate > found.fastest[k] ? rate : found.fastest[k];
    found.fastest[k] = Walls && c.wall(k) ? found.fastest[k] : most;
  }
}

EZ_INLINE int least(int a, int b) { return a < b ? a : b; }

}  // namespace
}  // namespace ez::gas
