// Lax and Wendroff's scheme in two steps through the corners of cells, second order, nine points (Richtmyer, Morton,
// Difference Methods for Initial-Value Problems, 2nd ed., § 13.4), with an artificial viscosity of Lapidus's kind (J.
// Comput. Phys. 2, 154 (1967)):
//
//   half:  U* = ¼(U00 + U10 + U01 + U11) − Δt/4Δx [(F10 + F11) − (F00 + F01)] − Δt/4Δy [(G01 + G11) − (G00 + G10)]
//   full:  U′ = U − Δt/Δx [F(i+½) − F(i−½)] − Δt/Δy [G(j+½) − G(j−½)]
//   F(i+½) = ½(F*(i+½, j+½) + F*(i+½, j−½)) − q (U(i+1) − U(i)),   q = ν max(0, |u(i+1) − u(i)| − 10⁻⁴)
//
// and G likewise with v. F* and G* are those of U*; the viscosity uses the old values.
#pragma once

#include "solver/gas/physics/euler.h"

namespace ez::gas {

// U, F and G of a cell or a corner. The cross flux of momentum is the same in both (ρuv).
template <class T>
struct Flows {
  Conserved<T> u;  // U; its momenta are the flux of mass
  T xx, xy, yy;    // ρu² + p, ρuv, ρv² + p
  T ex, ey;        // (E + p)u, (E + p)v
};
template <class T>
EZ_INLINE Flows<T> flows(const State<T>& s, const Conserved<T>& u) {
  const T pushed = u.energy + s.p;
  return {u, fused(u.x, s.u, s.p), s.rho * (s.u * s.v), fused(u.y, s.v, s.p), pushed * s.u, pushed * s.v};
}

// Adds by diagonals, so that a mirrored or transposed field gives the same sum.
template <class T>
EZ_INLINE T sum_of_corners(T c00, T c10, T c01, T c11) {
  return (c00 + c11) + (c10 + c01);
}

// Returns the state after half a step at the corner of four cells, and its flows, computed from the flows of the cells.
template <class T, class G>
EZ_INLINE Flows<T> half_step(const Flows<T>& a, const Flows<T>& b, const Flows<T>& c, const Flows<T>& d, T rx, T ry,
                             const G& g) {
  Conserved<T> n;
  n.mass = T(0.25) * (sum_of_corners(a.u.mass, b.u.mass, c.u.mass, d.u.mass) -
                      (rx * ((b.u.x + d.u.x) - (a.u.x + c.u.x)) + ry * ((c.u.y + d.u.y) - (a.u.y + b.u.y))));
  n.x = T(0.25) * (sum_of_corners(a.u.x, b.u.x, c.u.x, d.u.x) -
                   (rx * ((b.xx + d.xx) - (a.xx + c.xx)) + ry * ((c.xy + d.xy) - (a.xy + b.xy))));
  n.y = T(0.25) * (sum_of_corners(a.u.y, b.u.y, c.u.y, d.u.y) -
                   (rx * ((b.xy + d.xy) - (a.xy + c.xy)) + ry * ((c.yy + d.yy) - (a.yy + b.yy))));
  n.energy = T(0.25) * (sum_of_corners(a.u.energy, b.u.energy, c.u.energy, d.u.energy) -
                        (rx * ((b.ex + d.ex) - (a.ex + c.ex)) + ry * ((c.ey + d.ey) - (a.ey + b.ey))));
  const T inverse = g.inverse(n.mass);
  State<T> s{n.mass, n.x * inverse, n.y * inverse, T(0)};
  s.p = g.gm1 * fused(T(-0.5), n.x * s.u + n.y * s.v, n.energy);
  return flows(s, n);
}
template <class T, class G>
EZ_INLINE Flows<T> half_step(const State<T>& s00, const State<T>& s10, const State<T>& s01, const State<T>& s11, T rx,
                             T ry, const G& g) {
  return half_step(flows(s00, conserved(s00, g)), flows(s10, conserved(s10, g)), flows(s01, conserved(s01, g)),
                   flows(s11, conserved(s11, g)), rx, ry, g);
}

// Returns the state of a cell at a corner. For a solid cell this is the mirror image of the gas next to it, below it or
// across the corner.
template <class T>
EZ_INLINE State<T> in_wall(const State<T>& own, const State<T>& beside, const State<T>& below, const State<T>& across,
                           bool wall, bool wall_beside, bool wall_below, bool wall_across) {
  if (!wall) return own;
  const State<T> x = mirror_x(beside), y = mirror_y(below);
  if (!wall_beside && !wall_below)
    return {T(0.5) * (x.rho + y.rho), T(0.5) * (x.u + y.u), T(0.5) * (x.v + y.v), T(0.5) * (x.p + y.p)};
  if (!wall_beside) return x;
  if (!wall_below) return y;
  return wall_across ? own : mirror_x(mirror_y(across));
}
template <class T, class G>
EZ_INLINE Flows<T> half_step_at_walls(const State<T>& s00, const State<T>& s10, const State<T>& s01,
                                      const State<T>& s11, bool w00, bool w10, bool w01, bool w11, T rx, T ry,
                                      const G& g) {
  return half_step(in_wall(s00, s10, s01, s11, w00, w10, w01, w11), in_wall(s10, s00, s11, s01, w10, w00, w11, w01),
                   in_wall(s01, s11, s00, s10, w01, w11, w00, w10), in_wall(s11, s01, s10, s00, w11, w01, w10, w00), rx,
                   ry, g);
}

template <class T>
EZ_INLINE Conserved<T> x_flow(const Flows<T>& f) {
  return {f.u.x, f.xx, f.xy, f.ex};
}
template <class T>
EZ_INLINE Conserved<T> y_flow(const Flows<T>& f) {
  return {f.u.y, f.xy, f.yy, f.ey};
}

// Returns the flux through a face that x crosses, from the flows along x at its two ends. a and b: U on its two sides.
// jump: difference of u.
template <class T>
EZ_INLINE Conserved<T> lax_wendroff_flux(const Conserved<T>& low, const Conserved<T>& high, const Conserved<T>& a,
                                         const Conserved<T>& b, T jump, const Gas<T>& g) {
  const T q = g.viscosity * larger(T(0), absolute(jump) - T(1e-4));
  return {fused(-q, b.mass - a.mass, T(0.5) * (low.mass + high.mass)), fused(-q, b.x - a.x, T(0.5) * (low.x + high.x)),
          fused(-q, b.y - a.y, T(0.5) * (low.y + high.y)),
          fused(-q, b.energy - a.energy, T(0.5) * (low.energy + high.energy))};
}
template <class T>
EZ_INLINE Conserved<T> lax_wendroff_flux(const Conserved<T>& low, const Conserved<T>& high, const State<T>& l,
                                         const State<T>& r, const Gas<T>& g) {
  return lax_wendroff_flux(low, high, conserved(l, g), conserved(r, g), r.u - l.u, g);
}
// The same for faces of solid cells, through which only pressure acts.
template <class T>
EZ_INLINE Conserved<T> lax_wendroff_flux_at_walls(const Conserved<T>& low, const Conserved<T>& high, const State<T>& l,
                                                  const State<T>& r, bool wall_l, bool wall_r, const Gas<T>& g) {
  const Conserved<T> f = lax_wendroff_flux(low, high, wall_l ? mirror_x(r) : l, wall_r ? mirror_x(l) : r, g);
  if (wall_l || wall_r) return {T(0), f.x, T(0), T(0)};
  return f;
}

}  // namespace ez::gas
