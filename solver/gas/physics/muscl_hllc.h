// MUSCL–Hancock (van Leer, SIAM J. Sci. Stat. Comput. 5, 1 (1984); Toro, Riemann Solvers, 3rd ed., § 14.4), second
// order, unsplit, with the HLLC flux (Toro, Spruce, Speares, Shock Waves 4, 25 (1994)).
//
// A cell has a slope along x and one along y for each of ρ, u, v, p. The slope per half a cell follows from the
// differences to its neighbours, a = w − w_l and b = w_r − w:
//
//   h = ½ median(0, ½(a + b), 1.5a, 1.5b)      (van Leer, J. Comput. Phys. 32, 101 (1979), who has 2 for 1.5)
//
// After half a step the cell has become w + d, with the equations in ρ, u, v, p frozen at the cell,
//
//   dρ = −rx (u hρ + ρ hu) − ry (v kρ + ρ kv),        rx = Δt/Δx, ry = Δt/Δy, h along x, k along y
//   du = −rx (u hu + hp/ρ) − ry v ku,                  dv likewise
//   dp = −rx (u hp + γp hu) − ry (v kp + γp kv)
//
// and its faces have the states w + d ± h and w + d ± k. All of d, h and k are reduced by one factor θ. With it a face
// keeps at least a fifth of the cell's density and pressure. Also, no face moves against the cell with more kinetic
// energy than the cell has as heat. Let n be the largest loss, in parts of four fifths of the available amount. Then θ
// = 2 − n, limited to 0 … 1, so that θn ≤ 1.
//
// HLLC uses the speeds of Einfeldt (SIAM J. Numer. Anal. 25, 294 (1988)), S_L = min(u_L − c_L, û − ĉ) and S_R = max(u_R
// + c_R, û + ĉ). û and ĉ² are means weighted by √ρ; ĉ² also contains ½(γ−1)ρ̂(Δu)²/(√ρ_L + √ρ_R)². With a = ρ_L(u_L −
// S_L) and b = ρ_R(S_R − u_R) the middle wave is
//
//   S = ½(u_L + u_R) + [½(a − b)(u_L − u_R) + p_L − p_R]/(a + b)
//   p = ½(p_L + p_R) + [ab(u_L − u_R) − ½(a − b)(p_L − p_R)]/(a + b)
//
// Density and heat on both sides of the wave are positive (Batten, Clarke, Lambert, Causon, SIAM J. Sci. Comput. 18,
// 1553 (1997)), so first-order steps keep density and pressure positive. These second-order steps do so too if Δt is
// short enough. A cell's state is a mean of its four faces' states and a remainder that is also a valid gas, and each
// of these makes a first-order step (Zhang, Shu, J. Comput. Phys. 229, 8918 (2010)). If Δt was too long for that, the
// clock makes the step again with half of it (clock.h).
//
// Faces along a strong shock would amplify its ripples (Quirk, Int. J. Numer. Meth. Fluids 18, 555 (1994)). If the
// pressure jumps across a cell along one axis, its faces along the other axis use Einfeldt's flux of two waves, HLLE.
//
// The fluxes are written in differences. If both sides are equal, the flux is theirs to the last bit, and at a contact
// at rest it is the pressure. A mirrored or transposed state gives exactly the mirrored or transposed flux.
#pragma once

#include "solver/gas/physics/euler.h"

namespace ez::gas {

template <class T>
EZ_INLINE T smaller(T a, T b) {
  return a < b ? a : b;
}

// Returns twice the slope of a cell, 4h. The missing factor ¼ is merged into later multiplications, where it costs
// nothing.
template <class T>
EZ_INLINE T double_slope(T low, T here, T high) {
  constexpr T steepest = T(3);
  const T a = here - low, b = high - here, twice = a + b, most_a = steepest * a, most_b = steepest * b;
  const T least = smaller(smaller(most_a, most_b), twice), most = larger(larger(most_a, most_b), twice);
  return larger(least, smaller(most, T(0)));
}
template <class T>
EZ_INLINE State<T> double_slopes(const State<T>& low, const State<T>& here, const State<T>& high) {
  return {double_slope(low.rho, here.rho, high.rho), double_slope(low.u, here.u, high.u),
          double_slope(low.v, here.v, high.v), double_slope(low.p, here.p, high.p)};
}
// Returns true if a strong shock passes: the gas converges along u, and the pressures differ by more than half.
template <class T>
EZ_INLINE bool shocked(T low_p, T low_u, T high_p, T high_u) {
  return (absolute(high_p - low_p) > T(0.5) * smaller(low_p, high_p)) & (high_u < low_u);
}

// A cell after half a step: its state, half its slopes along x and y, and whether a shock crosses it along each.
template <class T>
struct Sloped {
  State<T> s, x, y;
  bool shock_x, shock_y;
};
template <class T>
EZ_INLINE State<T> plus(const State<T>& s, const State<T>& h) {
  return {s.rho + h.rho, s.u + h.u, s.v + h.v, s.p + h.p};
}
template <class T>
EZ_INLINE State<T> minus(const State<T>& s, const State<T>& h) {
  return {s.rho - h.rho, s.u - h.u, s.v - h.v, s.p - h.p};
}
template <class T>
EZ_INLINE State<T> scaled(const State<T>& s, T by) {
  return {s.rho * by, s.u * by, s.v * by, s.p * by};
}
// Returns s + by·h.
template <class T>
EZ_INLINE State<T> moved_by(const State<T>& s, T by, const State<T>& h) {
  return {fused(by, h.rho, s.rho), fused(by, h.u, s.u), fused(by, h.v, s.v), fused(by, h.p, s.p)};
}

// Returns the change in a half step along one axis, with the velocity u along it.
template <class T>
EZ_INLINE State<T> half_step_along(const State<T>& s, const State<T>& h, T rate, T inverse_rho, T stiffness) {
  return {rate * fused(s.u, h.rho, s.rho * h.u), rate * fused(s.u, h.u, h.p * inverse_rho), rate * (s.u * h.v),
          rate * fused(s.u, h.p, stiffness * h.u)};
}

template <class T, class G>
EZ_INLINE Sloped<T> sloped(const State<T>& s, const State<T>& left, const State<T>& right, const State<T>& below,
                           const State<T>& above, T rx, T ry, const G& g) {
  const State<T> h = double_slopes(left, s, right), k = double_slopes(below, s, above);
  const T quarter = T(0.25);
  const T inverse_rho = g.inverse(s.rho), inverse_p = g.inverse(s.p), stiffness = g.gamma * s.p;
  const State<T> dx = half_step_along(s, h, quarter * rx, inverse_rho, stiffness),
                 dy = turned(half_step_along(turned(s), turned(k), quarter * ry, inverse_rho, stiffness));
  const State<T> lost = plus(dx, dy);

  const T part = T(1.25);  // of four fifths
  const T lost_rho = fused(quarter, larger(absolute(h.rho), absolute(k.rho)), lost.rho) * inverse_rho;
  const T lost_p = fused(quarter, larger(absolute(h.p), absolute(k.p)), lost.p) * inverse_p;
  const T du = fused(quarter, larger(absolute(h.u), absolute(k.u)), absolute(lost.u)),
          dv = fused(quarter, larger(absolute(h.v), absolute(k.v)), absolute(lost.v));
  const T moved = (T(0.5) * g.gm1) * (s.rho * inverse_p) * (du * du + dv * dv);
  const T most = larger(part * larger(lost_rho, lost_p), moved);
  const T theta = smaller(T(1), larger(T(0), T(2) - most));
  return {moved_by(s, -theta, lost), scaled(h, quarter * theta), scaled(k, quarter * theta),
          shocked(left.p, left.u, right.p, right.u), shocked(below.p, below.v, above.p, above.v)};
}

// Speeds of the outermost waves at a face that x crosses, and p/ρ on both sides.
template <class T>
struct FaceSpeeds {
  T left, right, warmth_left, warmth_right;
};
template <class T, class G>
EZ_INLINE FaceSpeeds<T> face_speeds(const State<T>& l, const State<T>& r, const G& g) {
  const T warmth_l = g.quotient(l.p, l.rho), warmth_r = g.quotient(r.p, r.rho);
  const T cl2 = g.gamma * warmth_l, cr2 = g.gamma * warmth_r;
  const T cl = g.root(cl2), cr = g.root(cr2), wl = g.root(l.rho), wr = g.root(r.rho), inverse = g.inverse(wl + wr);
  const T pl = wl * inverse, pr = wr * inverse, du = r.u - l.u;
  const T u = pl * l.u + pr * r.u, c = g.root(fused((T(0.5) * g.gm1) * (pl * pr), du * du, pl * cl2 + pr * cr2));
  return {smaller(l.u - cl, u - c), larger(r.u + cr, u + c), warmth_l, warmth_r};
}
template <class T, class G>
EZ_INLINE Conserved<T> hllc_flux(const State<T>& l, const State<T>& r, const G& g) {
  const FaceSpeeds<T> speed = face_speeds(l, r, g);
  const T a = l.rho * (l.u - speed.left), b = r.rho * (speed.right - r.u), inverse = g.inverse(a + b);
  const T half = T(0.5), lean = (half * inverse) * (a - b), du = l.u - r.u, dp = l.p - r.p;
  const T middle = fused(half, l.u + r.u, fused(lean, du, dp * inverse));
  const T pressure = fused(half, l.p + r.p, fused(-lean, dp, ((a * inverse) * (b * inverse) * (a + b)) * du));

  const bool from_right = middle < T(0);  // the side upwind of the face
  const T rho = from_right ? r.rho : l.rho, u = from_right ? r.u : l.u, v = from_right ? r.v : l.v;
  const T p = from_right ? r.p : l.p, outer = from_right ? speed.right : speed.left;
  const T warmth = from_right ? speed.warmth_right : speed.warmth_left;
  const bool starred = (speed.left < T(0)) & (speed.right > T(0));
  const T speed_there = starred ? middle : u, p_there = starred ? pressure : p;
  const T pushed = speed_there - u, gap = absolute(outer - middle), nearer = g.inverse(starred ? gap : T(1));
  const T squeezed = (from_right ? pushed : -pushed) * nearer;  // ρ there is ρ (1 + squeezed)
  const T mass = fused(rho, squeezed, rho) * speed_there;
  const T heat = fused(T(0.5), fused(u, u, v * v), fused(speed_there, pushed, warmth * g.inverse_gm1));
  return {mass, fused(mass, speed_there, p_there), mass * v,
          fused(mass, heat, speed_there * fused(p, squeezed, p_there))};
}
template <class T, class G>
EZ_INLINE Conserved<T> hlle_flux(const State<T>& l, const State<T>& r, const G& g) {
  const FaceSpeeds<T> speed = face_speeds(l, r, g);
  const T low = smaller(speed.left, T(0)), high = larger(speed.right, T(0)), inverse = g.inverse(high - low);
  const T lean = (T(0.5) * (high + low)) * inverse, spread = (low * high) * inverse;
  const Conserved<T> a = conserved(l, g), b = conserved(r, g);
  const auto flux = [&](T fl, T fr, T ul, T ur) {
    return T(0.5) * (fl + fr) + fused(lean, fl - fr, spread * (ur - ul));
  };
  return {flux(a.x, b.x, a.mass, b.mass), flux(fused(a.x, l.u, l.p), fused(b.x, r.u, r.p), a.x, b.x),
          flux(a.x * l.v, b.x * r.v, a.y, b.y),
          flux((a.energy + l.p) * l.u, (b.energy + r.p) * r.u, a.energy, b.energy)};
}

// The image of a gas in a wall next to it. The wall has the normal (x, y). β is the distance of the wall from the
// centre of the solid cell, divided by its distance from the gas cell's centre; `across` is 1 + β. The velocity towards
// the wall falls linearly to 0 at the wall (Forrer, Jeltsch, J. Comput. Phys. 140, 259 (1998), with one point). For a
// wall along the face, `across` is 2, which is the mirror image.
template <class T>
struct WallFace {
  T x, y, across;
};
template <class T>
EZ_INLINE State<T> pushed_back(const State<T>& s, const WallFace<T>& w, T by) {
  return {s.rho, s.u - by * w.x, s.v - by * w.y, s.p};
}
// Returns the image state in the solid cell.
template <class T>
EZ_INLINE State<T> behind_wall(const State<T>& s, const WallFace<T>& w) {
  return pushed_back(s, w, w.across * (s.u * w.x + s.v * w.y));
}
// Returns the state on the other side of the face, from the cell's own state at the face and at its middle.
template <class T>
EZ_INLINE State<T> beyond_face(const State<T>& face, const State<T>& middle, const WallFace<T>& w) {
  const T twice = T(2) * (face.u * w.x + face.v * w.y);
  return pushed_back(face, w, twice + (w.across - T(2)) * (middle.u * w.x + middle.v * w.y));
}

}  // namespace ez::gas
