// Roe's flux (J. Comput. Phys. 43, 357 (1981)), first order: the jump across a face is split into waves of the
// linearised equations,
//
//   flux = ½(F_L + F_R − Σ |λ| α K),  λ = u−c, u, u, u+c
//
// at the mean state: u, v, H weighted with √ρ, ρ̂ = √(ρL ρR), c² = (γ−1)(H − ½(u² + v²)). With
//   A1 = |u−c|(Δp − ρ̂cΔu)/2c²,  A5 = |u+c|(Δp + ρ̂cΔu)/2c²,  A2 = |u|(Δρ − Δp/c²),  B = |u|ρ̂Δv,
//   S = A1 + A2 + A5,  m = c(A5 − A1):
//   Σ |λ| α K = (S, S u + m, S v + B, (A1 + A5)H + m u + A2 ½(u² + v²) + v B)
//
// Fluxes are computed without the factor ½, so they are twice the flow. roe_gain applies the factor to the rates, which
// all faces share.
//
// Entropy fix (Harten, Hyman, J. Comput. Phys. 50, 235 (1983)) on u±c, where a rarefaction would otherwise keep a jump:
// |λ| → (λ²/δ + δ)/2 below δ. Stable for Δt · max[(|u|+c)/Δx + (|v|+c)/Δy] ≤ 1.
//
// If two sides separate fast, as behind a wall that is put into a wind, the linear waves would leave a negative density
// or pressure between them (Einfeldt, Munz, Roe, Sjögreen, J. Comput. Phys. 92, 273 (1991)). There each wave gets the
// largest speed s = max(|u| + c) of the two sides, flux = ½(F_L + F_R − s(U_R − U_L)), which keeps density and pressure
// positive (Rusanov, J. Comput. Math. Phys. USSR 1, 267 (1961); Perthame, Shu, Numer. Math. 73, 119 (1996)).
#pragma once

#include <type_traits>

#include "solver/gas/physics/euler.h"

namespace ez::gas {

// Data of the cell on one side of a face, which all four faces of the cell share: its state, √ρ and the enthalpy H = (E
// + p)/ρ.
template <class T>
struct RoeSide {
  State<T> s;
  T root, enthalpy;
};
template <class T, class G>
EZ_INLINE RoeSide<T> roe_side(const State<T>& s, const G& g) {
  return {s, g.root(s.rho), fused(g.ratio, g.quotient(s.p, s.rho), T(0.5) * square_of_speed(s))};
}
template <class T>
EZ_INLINE RoeSide<T> mirror_x(const RoeSide<T>& s) {
  return {mirror_x(s.s), s.root, s.enthalpy};
}
template <class T>
EZ_INLINE RoeSide<T> turned(const RoeSide<T>& s) {
  return {turned(s.s), s.root, s.enthalpy};
}

// The part of the sum over waves that does not depend on the velocities along the face: the strengths A2, S, A1 + A5
// and m above, and |u|ρ̂ (slide). Also the amounts that the sound waves, without their weights |λ|, remove from the
// density on the left and on the right and from twice the mean pressure. The argument `kinetic` is half the square of
// the mean velocity.
template <class T>
struct RoeWaves {
  T a2, sum, sounds, m, slide;
  T from_left, from_right, from_pressure;
};
template <class T, class G>
EZ_INLINE RoeWaves<T> roe_waves(T u, T h, T kinetic, T rho, T jump_rho, T jump_u, T jump_p, const G& g) {
  const T c2 = g.gm1 * (h - kinetic), c = g.root(c2), inverse_c2 = g.inverse(c2);

  const T delta = g.fix * c, inverse_delta = g.inverse_fix * (c * inverse_c2);
  const T minus = absolute(u - c), plus = absolute(u + c), still = absolute(u);
  const T slow = minus < delta ? T(0.5) * fused(minus * minus, inverse_delta, delta) : minus;
  const T fast = plus < delta ? T(0.5) * fused(plus * plus, inverse_delta, delta) : plus;

  const T half = T(0.5) * inverse_c2, push = (rho * c) * jump_u;
  const T a1 = (slow * half) * (jump_p - push), a5 = (fast * half) * (jump_p + push);
  const T a2 = still * fused(-jump_p, inverse_c2, jump_rho);
  const T sounds = a1 + a5;
  return {a2, a2 + sounds, sounds, c * (a5 - a1), still * rho, half * (push - jump_p), half * (push + jump_p), push};
}

// Twice the flow of the linear waves through a face that x crosses. emptied: they would leave less than a tenth of a
// density, or a twentieth of the pressure, between the sides.
template <class T>
struct LinearFlux {
  Conserved<T> flux;
  bool emptied;
};
template <class T, class G>
EZ_INLINE LinearFlux<T> linear_flux(const RoeSide<T>& l, const RoeSide<T>& r, const G& g) {
  const T weight = g.inverse(l.root + r.root);
  const T u = (l.root * l.s.u + r.root * r.s.u) * weight;
  const T v = (l.root * l.s.v + r.root * r.s.v) * weight;
  const T h = (l.root * l.enthalpy + r.root * r.enthalpy) * weight;
  const T kinetic = T(0.5) * fused(u, u, v * v);
  const RoeWaves<T> k = roe_waves(u, h, kinetic, l.root * r.root, r.s.rho - l.s.rho, r.s.u - l.s.u, r.s.p - l.s.p, g);
  const T b = k.slide * (r.s.v - l.s.v);

  const T ml = l.s.rho * l.s.u, mr = r.s.rho * r.s.u;
  const T most = T(0.9);
  const bool emptied =
      (k.from_pressure > most * (l.s.p + r.s.p)) | (k.from_left > most * l.s.rho) | (k.from_right > most * r.s.rho);
  return {{(ml + mr) - k.sum, (fused(ml, l.s.u, l.s.p) + fused(mr, r.s.u, r.s.p)) - fused(k.sum, u, k.m),
           (ml * l.s.v + mr * r.s.v) - fused(k.sum, v, b),
           (ml * l.enthalpy + mr * r.enthalpy) - fused(k.sounds, h, fused(k.m, u, fused(k.a2, kinetic, v * b)))},
          emptied};
}

// Returns twice the flow if each wave has the largest speed of the two sides.
template <class T>
EZ_INLINE Conserved<T> spread_flux(const RoeSide<T>& l, const RoeSide<T>& r, const Gas<T>& g) {
  const T s = larger(absolute(l.s.u) + sound_speed(l.s, g), absolute(r.s.u) + sound_speed(r.s, g));
  const Conserved<T> a = conserved(l.s, g), b = conserved(r.s, g);
  return {(a.x + b.x) - s * (b.mass - a.mass), (fused(a.x, l.s.u, l.s.p) + fused(b.x, r.s.u, r.s.p)) - s * (b.x - a.x),
          (a.x * l.s.v + b.x * r.s.v) - s * (b.y - a.y),
          (a.x * l.enthalpy + b.x * r.enthalpy) - s * (b.energy - a.energy)};
}

// Returns twice the flow. A gas with its own division only marks a face that is emptied; its result is computed again.
template <class T, class G>
EZ_INLINE Conserved<T> roe_flux(const RoeSide<T>& l, const RoeSide<T>& r, const G& g) {
  const LinearFlux<T> f = linear_flux(l, r, g);
  if constexpr (std::is_same_v<G, Gas<T>>) {
    return f.emptied ? spread_flux(l, r, g) : f.flux;
  } else {
    g.note(f.emptied);
    return f.flux;
  }
}

// Returns the gain of a cell in a step from such fluxes; see gain in euler.h.
template <class T>
EZ_INLINE Conserved<T> roe_gain(T rx, T ry, const Conserved<T>& left, const Conserved<T>& right,
                                const Conserved<T>& below, const Conserved<T>& above) {
  return gain(T(0.5) * rx, T(0.5) * ry, left, right, below, above);
}

// A face as the gas sees it. If one side is solid, the other side sees its own mirror image.
template <class T>
struct RoeFace {
  RoeSide<T> l, r;
};
template <class T>
// Selects number by number, so that the compiler can vectorise it.
EZ_INLINE RoeSide<T> seen_in(bool wall, const RoeSide<T>& own, const RoeSide<T>& other) {
  return {{wall ? other.s.rho : own.s.rho, wall ? -other.s.u : own.s.u, wall ? other.s.v : own.s.v,
           wall ? other.s.p : own.s.p},
          wall ? other.root : own.root,
          wall ? other.enthalpy : own.enthalpy};
}
template <class T>
EZ_INLINE RoeFace<T> face_at_walls(const RoeSide<T>& l, const RoeSide<T>& r, bool wall_l, bool wall_r) {
  return {seen_in(wall_l, l, r), seen_in(wall_r, r, l)};
}
template <class T, class G>
EZ_INLINE Conserved<T> roe_flux_at_walls(const RoeSide<T>& l, const RoeSide<T>& r, bool wall_l, bool wall_r,
                                         const G& g) {
  const RoeFace<T> f = face_at_walls(l, r, wall_l, wall_r);
  return roe_flux(f.l, f.r, g);
}

}  // namespace ez::gas
