// The kernels of bands.h, for the instruction set of this compilation: loops that the compiler vectorises. A band is
// processed in strips of columns that fit the first-level cache. Within a strip, a row's fluxes along y are stored for
// the row above it. Memory that the loops read never overlaps memory that they write.
#pragma once

#include <type_traits>

#include "solver/gas/cpu/apart.h"
#include "solver/gas/cpu/bands.h"
#include "solver/gas/cpu/muscl_kernel.h"
#include "solver/gas/cpu/row.h"
#include "solver/gas/physics/diffusion.h"
#include "solver/gas/physics/lax_wendroff.h"
#include "solver/gas/physics/quantity.h"
#include "solver/gas/physics/roe.h"

namespace ez::gas {
namespace {

// ---- Roe

template <class T>
struct Sides4 {  // √ρ and H of a row, from the column before the strip on
  T root[room], enthalpy[room];
  EZ_INLINE void put(int k, const RoeSide<T>& s) { root[k + 1] = s.root, enthalpy[k + 1] = s.enthalpy; }
  EZ_INLINE RoeSide<T> get(const Cells<T>& c, int k) const { return {c.get(k), root[k + 1], enthalpy[k + 1]}; }
};
// Computes columns [begin, end).
template <class T>
EZ_INLINE void find_sides(const Cells<T>& c, int begin, int end, const Gas<T>& g, Sides4<T>& out) {
  EZ_NO_OVERLAP
  for (int k = begin; k < end; ++k) out.put(k, roe_side(c.get(k), g));
}
// Computes the fluxes of n faces. face(k) is the face and turn() is applied to its flux. First all fluxes are computed
// by the linear waves, vectorised. Then those faces that these waves would empty are computed one by one. A second
// vectorised loop finds them; it is skipped if there are none, which is the usual case, so that nothing need be stored.
template <class T, class Face, class Turn>
EZ_INLINE void roe_faces(int n, const Gas<T>& g, const Face& face, const Turn& turn, Faces<T>& out) {
  std::int32_t any = 0;
  EZ_NO_OVERLAP
  for (int k = 0; k < n; ++k) {
    const RoeFace<T> f = face(k);
    const LinearFlux<T> made = linear_flux(f.l, f.r, g);
    out.put(k, turn(made.flux));
    any |= made.emptied ? 1 : 0;
  }
  if (any == 0) return;
  std::int32_t emptied[room];
  EZ_NO_OVERLAP
  for (int k = 0; k < n; ++k) {
    const RoeFace<T> f = face(k);
    emptied[k] = linear_flux(f.l, f.r, g).emptied;
  }
  for (int k = 0; k < n; ++k) {
    if (emptied[k] == 0) continue;
    const RoeFace<T> f = face(k);
    out.put(k, turn(spread_flux(f.l, f.r, g)));
  }
}
template <bool Walls, class T>
EZ_INLINE void roe_faces_x(const Cells<T>& c, const Sides4<T>& sides, int n, const Gas<T>& g, Faces<T>& out) {
  const auto face = [&](int k) {
    return face_at_walls(sides.get(c, k - 1), sides.get(c, k), Walls && c.wall(k - 1), Walls && c.wall(k));
  };
  roe_faces(
      n + 1, g, face, [](const Conserved<T>& f) { return f; }, out);
}
// Also computes the sides of the row above. In one loop, their roots and quotients and the memory accesses overlap with
// the faces' arithmetic.
template <bool Walls, class T>
EZ_INLINE void roe_faces_y(const Cells<T>& low, const Cells<T>& high, const Sides4<T>& low_sides, Sides4<T>& high_sides,
                           int n, const Gas<T>& g, Faces<T>& out) {
  find_sides(high, -1, 0, g, high_sides);
  find_sides(high, n, n + 1, g, high_sides);
  const auto face = [&](int k) {
    const RoeSide<T> r = roe_side(high.get(k), g);
    high_sides.put(k, r);
    return face_at_walls(turned(low_sides.get(low, k)), turned(r), Walls && low.wall(k), Walls && high.wall(k));
  };
  roe_faces(
      n, g, face, [](const Conserved<T>& f) { return turned(f); }, out);
}

template <class T>
struct RoeScratch {
  Sides4<T> sides[2];
  Faces<T> fx, fy[2];
  Found<T> found;
};

template <bool Walls, class T>
void roe_row(const Band<T>& b, int i0, int j, int n, RoeScratch<T>& s) {
  const int now = j & 1, next = now ^ 1;  // now: the row's sides and the flux below it; next: those of the row above
  roe_faces_y<Walls>(cells_of(b, i0, j), cells_of(b, i0, j + 1), s.sides[now], s.sides[next], n, b.gas, s.fy[next]);
  roe_faces_x<Walls>(cells_of(b, i0, j), s.sides[now], n, b.gas, s.fx);
  renew<Walls>(b, i0, j, n, s.fx, s.fy[now], s.fy[next], roe_gain<T>, s.found);
}
template <bool Walls, class T>
void roe_first(const Band<T>& b, int i0, int n, RoeScratch<T>& s) {
  const int j = b.j0, now = j & 1, below = now ^ 1;
  find_sides(cells_of(b, i0, j - 1), 0, n, b.gas, s.sides[below]);
  roe_faces_y<Walls>(cells_of(b, i0, j - 1), cells_of(b, i0, j), s.sides[below], s.sides[now], n, b.gas, s.fy[now]);
}

// ---- Lax–Wendroff

template <class T>
struct Corners {  // a row of corners, from the one left of the strip's first cell on
  T mx[room], my[room], xx[room], xy[room], yy[room], ex[room], ey[room];
  EZ_INLINE Conserved<T> along_x(int k) const { return {mx[k], xx[k], xy[k], ex[k]}; }
  EZ_INLINE Conserved<T> along_y(int k) const { return {my[k], xy[k], yy[k], ey[k]}; }
};
template <class T>
struct LaxWendroffScratch {
  Corners<T> corners[2];
  Faces<T> fx, fy[2];
  Found<T> found;
};

template <bool Walls, class T>
EZ_INLINE void find_corners(const Cells<T>& low, const Cells<T>& high, int n, T rx, T ry, const Gas<T>& g,
                            Corners<T>& out) {
  EZ_NO_OVERLAP
  for (int k = 0; k < n + 1; ++k) {
    const State<T> a = low.get(k - 1), b = low.get(k), c = high.get(k - 1), d = high.get(k);
    const Flows<T> f =
        Walls ? half_step_at_walls(a, b, c, d, low.wall(k - 1), low.wall(k), high.wall(k - 1), high.wall(k), rx, ry, g)
              : half_step(a, b, c, d, rx, ry, g);
    out.mx[k] = f.u.x, out.my[k] = f.u.y;
    out.xx[k] = f.xx, out.xy[k] = f.xy, out.yy[k] = f.yy;
    out.ex[k] = f.ex, out.ey[k] = f.ey;
  }
}
template <bool Walls, class T>
EZ_INLINE void lax_wendroff_faces_x(const Cells<T>& c, const Corners<T>& low, const Corners<T>& high, int n,
                                    const Gas<T>& g, Faces<T>& out) {
  EZ_NO_OVERLAP
  for (int k = 0; k < n + 1; ++k) {
    const State<T> l = c.get(k - 1), r = c.get(k);
    const Conserved<T> a = low.along_x(k), b = high.along_x(k);
    out.put(k, Walls ? lax_wendroff_flux_at_walls(a, b, l, r, c.wall(k - 1), c.wall(k), g)
                     : lax_wendroff_flux(a, b, l, r, g));
  }
}
template <bool Walls, class T>
EZ_INLINE void lax_wendroff_faces_y(const Cells<T>& low, const Cells<T>& high, const Corners<T>& corners, int n,
                                    const Gas<T>& g, Faces<T>& out) {
  EZ_NO_OVERLAP
  for (int k = 0; k < n; ++k) {
    const State<T> l = turned(low.get(k)), r = turned(high.get(k));
    const Conserved<T> a = turned(corners.along_y(k)), b = turned(corners.along_y(k + 1));
    out.put(k, turned(Walls ? lax_wendroff_flux_at_walls(a, b, l, r, low.wall(k), high.wall(k), g)
                            : lax_wendroff_flux(a, b, l, r, g)));
  }
}

template <bool Walls, class T>
void lax_wendroff_row(const Band<T>& b, int i0, int j, int n, LaxWendroffScratch<T>& s) {
  const int now = j & 1, next = now ^ 1;
  const Cells<T> here = cells_of(b, i0, j), above = cells_of(b, i0, j + 1);
  find_corners<Walls>(here, above, n, b.rx, b.ry, b.gas, s.corners[next]);
  lax_wendroff_faces_y<Walls>(here, above, s.corners[next], n, b.gas, s.fy[next]);
  lax_wendroff_faces_x<Walls>(here, s.corners[now], s.corners[next], n, b.gas, s.fx);
  renew<Walls>(b, i0, j, n, s.fx, s.fy[now], s.fy[next], gain<T>, s.found);
}
template <bool Walls, class T>
void lax_wendroff_first(const Band<T>& b, int i0, int n, LaxWendroffScratch<T>& s) {
  const int j = b.j0, now = j & 1;
  const Cells<T> below = cells_of(b, i0, j - 1), here = cells_of(b, i0, j);
  find_corners<Walls>(below, here, n, b.rx, b.ry, b.gas, s.corners[now]);
  lax_wendroff_faces_y<Walls>(below, here, s.corners[now], n, b.gas, s.fy[now]);
}

// ---- bands

template <class T>
BandResult<T> roe_band(const Band<T>& b) {
  BandResult<T> result;
  for (int i0 = 0; i0 < b.nx; i0 += strip) {
    const int n = least(strip, b.nx - i0);
    RoeScratch<T> s;
    s.found = {};
    b.solid&& b.near_wall[b.j0] ? roe_first<true>(b, i0, n, s) : roe_first<false>(b, i0, n, s);
    for (int j = b.j0; j < b.j1; ++j)
      b.solid&& b.near_wall[j] ? roe_row<true>(b, i0, j, n, s) : roe_row<false>(b, i0, j, n, s);
    add(result, s.found.fold(n));
  }
  return result;
}
template <class T>
BandResult<T> lax_wendroff_band(const Band<T>& b) {
  BandResult<T> result;
  for (int i0 = 0; i0 < b.nx; i0 += strip) {
    const int n = least(strip, b.nx - i0);
    LaxWendroffScratch<T> s;
    s.found = {};
    b.solid&& b.near_wall[b.j0] ? lax_wendroff_first<true>(b, i0, n, s) : lax_wendroff_first<false>(b, i0, n, s);
    for (int j = b.j0; j < b.j1; ++j)
      b.solid&& b.near_wall[j] ? lax_wendroff_row<true>(b, i0, j, n, s) : lax_wendroff_row<false>(b, i0, j, n, s);
    add(result, s.found.fold(n));
  }
  return result;
}

template <bool Walls, class T>
void diffuse(const Band<T>& b, int i0, int j, int n, Found<T>& found) {
  const std::ptrdiff_t at = j * b.pitch + i0;
  const T *here = b.in[0] + at, *below = here - b.pitch, *above = here + b.pitch;
  const T* solid = Walls ? b.solid + at : here;
  const T *solid_below = solid - b.pitch, *solid_above = solid + b.pitch;
  T* out = b.out[0] + at;
  const T rx = b.rx, ry = b.ry;
  EZ_NO_OVERLAP
  for (int k = 0; k < n; ++k) {
    const T w = here[k];
    const T right = excess(w, here[k + 1], Walls && solid[k + 1] != T(0));
    const T left = excess(w, here[k - 1], Walls && solid[k - 1] != T(0));
    const T up = excess(w, above[k], Walls && solid_above[k] != T(0));
    const T down = excess(w, below[k], Walls && solid_below[k] != T(0));
    const T next = diffused(w, right, left, up, down, rx, ry);
    const T kept = Walls && solid[k] != T(0) ? w : next;
    out[k] = kept;
    found.failed[k] = finite(kept) ? found.failed[k] : T(1);
  }
}
template <class T>
BandResult<T> diffusion_band(const Band<T>& b) {
  BandResult<T> result;
  for (int i0 = 0; i0 < b.nx; i0 += strip) {
    const int n = least(strip, b.nx - i0);
    Found<T> found;
    for (int j = b.j0; j < b.j1; ++j)
      b.solid&& b.near_wall[j] ? diffuse<true>(b, i0, j, n, found) : diffuse<false>(b, i0, j, n, found);
    add(result, found.fold(n));
  }
  return result;
}

template <class T>
T fastest_of_band(const Band<T>& b) {
  T fastest = 0;
  for (int j = b.j0; j < b.j1; ++j) {
    const Cells<T> c = cells_of(b, 0, j);
    for (int k = 0; k < b.nx; ++k)
      if (!b.solid || !c.wall(k)) fastest = larger(signal_rate(c.get(k), b.gas), fastest);
  }
  return fastest;
}

template <class T>
T gas_value_at(const Band<T>& b, Quantity q, int i, int j) {
  const auto state = [&](int x, int y) { return cells_of(b, x, y).get(0); };
  const auto wall = [&](int x, int y) { return b.solid && cells_of(b, x, y).wall(0); };
  return gas_value(q, i, j, state, wall, b.gas);
}
template <class T>
T heat_value_at(const Band<T>& b, Quantity q, T diffusivity, int i, int j) {
  const auto value = [&](int x, int y) { return b.in[0][y * b.pitch + x]; };
  const auto wall = [&](int x, int y) { return b.solid && b.solid[y * b.pitch + x] != T(0); };
  return heat_value(q, i, j, value, wall, diffusivity, b.gas);
}

// Computes a quantity along a row. Calls f(constant), which instantiates one loop for each quantity of a gas or heat.
// Any other quantity is 0.
template <For whose, std::size_t k = 0, class F>
EZ_INLINE void as_constant(Quantity q, const F& f) {
  if constexpr (k == quantity_count) {
    f(std::integral_constant<Quantity, Quantity::ez>());
  } else {
    if constexpr (quantities[k].belongs == whose)
      if (q == quantities[k].quantity) return f(std::integral_constant<Quantity, quantities[k].quantity>());
    as_constant<whose, k + 1>(q, f);
  }
}
template <bool Walls, class T>
EZ_INLINE void gas_row_as(const Band<T>& b, Quantity q, int i, int j, int n, float* out) {
  const Cells<T> below = cells_of(b, i, j - 1), here = cells_of(b, i, j), above = cells_of(b, i, j + 1);
  const auto row = [&](int y) -> const Cells<T>& { return y < 0 ? below : y > 0 ? above : here; };
  const auto state = [&](int k, int y) { return row(y).get(k); };
  const auto wall = [&](int k, int y) { return Walls && row(y).wall(k); };
  const Gas<T> g = b.gas;
  as_constant<For::gas>(q, [&](auto shown) {
    EZ_NO_OVERLAP
    for (int k = 0; k < n; ++k) out[k] = static_cast<float>(gas_value(shown(), k, 0, state, wall, g));
  });
}
template <bool Walls, class T>
EZ_INLINE void heat_row_as(const Band<T>& b, Quantity q, T diffusivity, int i, int j, int n, float* out) {
  const std::ptrdiff_t at = j * b.pitch + i, pitch = b.pitch;
  const T *here = b.in[0] + at, *solid = Walls ? b.solid + at : here;
  const auto value = [&](int k, int y) { return here[y * pitch + k]; };
  const auto wall = [&](int k, int y) { return Walls && solid[y * pitch + k] != T(0); };
  const Gas<T> g = b.gas;
  as_constant<For::heat>(q, [&](auto shown) {
    EZ_NO_OVERLAP
    for (int k = 0; k < n; ++k) out[k] = static_cast<float>(heat_value(shown(), k, 0, value, wall, diffusivity, g));
  });
}
template <class T>
void gas_row(const Band<T>& b, Quantity q, int i, int j, int n, float* out) {
  b.solid&& b.near_wall[j] ? gas_row_as<true>(b, q, i, j, n, out) : gas_row_as<false>(b, q, i, j, n, out);
}
template <class T>
void heat_row(const Band<T>& b, Quantity q, T diffusivity, int i, int j, int n, float* out) {
  b.solid&& b.near_wall[j] ? heat_row_as<true>(b, q, diffusivity, i, j, n, out)
                           : heat_row_as<false>(b, q, diffusivity, i, j, n, out);
}

template <class T>
constexpr BandKernels<T> kernels{roe_band<T>, lax_wendroff_band<T>, diffusion_band<T>, fastest_of_band<T>, gas_row<T>,
                                 heat_row<T>, gas_value_at<T>,      heat_value_at<T>,  muscl_band<T>};

}  // namespace
}  // namespace ez::gas
