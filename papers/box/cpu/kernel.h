// A step of a box over a band of planes, for the instruction set of this compilation. Tiles of columns march along z.
// The fluxes through the faces above are stored for the plane above, those along y for the row above.
#pragma once

#include "papers/box/cpu/planes.h"
#include "papers/box/roe_3d.h"
#include "solver/gas/cpu/apart.h"

namespace ez::gas {
namespace {

inline constexpr int tile_columns = 128, tile_rows = 8;

template <class T>
struct Line3 {  // faces of a row of a tile
  T mass[tile_columns + 1], x[tile_columns + 1], y[tile_columns + 1], z[tile_columns + 1], energy[tile_columns + 1];
  EZ_INLINE void put(int n, const Conserved3<T>& c) {
    mass[n] = c.mass, x[n] = c.x, y[n] = c.y, z[n] = c.z, energy[n] = c.energy;
  }
  EZ_INLINE Conserved3<T> get(int n) const { return {mass[n], x[n], y[n], z[n], energy[n]}; }
};
template <class T>
struct Row3 {  // pointers to the first cell
  const T *rho, *u, *v, *w, *p;
  EZ_INLINE State3<T> get(int n) const { return {rho[n], u[n], v[n], w[n], p[n]}; }
};
template <class T>
EZ_INLINE Row3<T> row_of(const BoxBand<T>& b, int i, int j, int k) {
  const std::ptrdiff_t at = k * b.depth + j * b.pitch + i;
  return {b.in[0] + at, b.in[1] + at, b.in[2] + at, b.in[3] + at, b.in[4] + at};
}

template <class T, class Flux>
EZ_INLINE void faces(const Row3<T>& low, const Row3<T>& high, int n, const Gas<T>& g, Line3<T>& out, Flux flux) {
  EZ_NO_OVERLAP
  for (int c = 0; c < n; ++c) out.put(c, flux(roe_side(low.get(c), g), roe_side(high.get(c), g), g));
}
template <class T>
EZ_INLINE Row3<T> left_of(const Row3<T>& r) {
  return {r.rho - 1, r.u - 1, r.v - 1, r.w - 1, r.p - 1};
}

template <class T>
struct TileScratch {
  Line3<T> fx, fy[2], fz[2][tile_rows];
};
template <class T>
void box_tile(const BoxBand<T>& b, int i0, int n, int j0, int m, TileScratch<T>& s) {
  const auto across_x = [](const auto& l, const auto& r, const auto& g) { return roe_flux_x(l, r, g); };
  const auto across_y = [](const auto& l, const auto& r, const auto& g) { return roe_flux_y(l, r, g); };
  const auto across_z = [](const auto& l, const auto& r, const auto& g) { return roe_flux_z(l, r, g); };
  const Gas<T> g = b.gas;
  const Rates3<T> rates = b.rates;
  for (int j = 0; j < m; ++j)
    faces(row_of(b, i0, j0 + j, b.k0 - 1), row_of(b, i0, j0 + j, b.k0), n, g, s.fz[b.k0 & 1][j], across_z);
  for (int k = b.k0; k < b.k1; ++k) {
    faces(row_of(b, i0, j0 - 1, k), row_of(b, i0, j0, k), n, g, s.fy[0], across_y);
    for (int j = 0; j < m; ++j) {
      const Row3<T> here = row_of(b, i0, j0 + j, k);
      const Line3<T>&low_y = s.fy[j & 1], &low_z = s.fz[k & 1][j], &fx = s.fx;
      Line3<T>&high_y = s.fy[(j + 1) & 1], &high_z = s.fz[(k + 1) & 1][j];
      faces(left_of(here), here, n + 1, g, s.fx, across_x);
      faces(here, row_of(b, i0, j0 + j + 1, k), n, g, high_y, across_y);
      faces(here, row_of(b, i0, j0 + j, k + 1), n, g, high_z, across_z);
      const std::ptrdiff_t at = k * b.depth + (j0 + j) * b.pitch + i0;
      T *rho = b.out[0] + at, *u = b.out[1] + at, *v = b.out[2] + at, *w = b.out[3] + at, *p = b.out[4] + at;
      EZ_NO_OVERLAP
      for (int c = 0; c < n; ++c) {
        const State3<T> next = roe_step(here.get(c), {fx.get(c), fx.get(c + 1)}, {low_y.get(c), high_y.get(c)},
                                        {low_z.get(c), high_z.get(c)}, rates, g);
        rho[c] = next.rho, u[c] = next.u, v[c] = next.v, w[c] = next.w, p[c] = next.p;
      }
    }
  }
}

template <class T>
void box_band(const BoxBand<T>& b) {
  TileScratch<T> s;
  for (int j = 0; j < b.ny; j += tile_rows)
    for (int i = 0; i < b.nx; i += tile_columns)
      box_tile(b, i, b.nx - i < tile_columns ? b.nx - i : tile_columns, j, b.ny - j < tile_rows ? b.ny - j : tile_rows,
               s);
}

}  // namespace
}  // namespace ez::gas
