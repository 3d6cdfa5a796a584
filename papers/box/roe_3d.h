// Roe's flux in three dimensions: roe.h with a second velocity along the face. With Bv = |u|ρ̂Δv, Bw = |u|ρ̂Δw:
//
//   Σ |λ| α K = (S, S u + m, S v + Bv, S w + Bw, (A1 + A5)H + m u + A2 ½(u² + v² + w²) + v Bv + w Bw)
//
// A state that neither moves nor varies along z gives the same bits as the scheme in the plane.
#pragma once

#include "solver/gas/physics/roe.h"

namespace ez::gas {

template <class T>
struct State3 {
  T rho, u, v, w, p;
};
template <class T>
struct Conserved3 {
  T mass, x, y, z, energy;
};
template <class T>
EZ_INLINE T square_of_speed(const State3<T>& s) {
  return s.u * s.u + s.v * s.v + s.w * s.w;
}

// Returns the image of a gas in a wall across an axis: 0 is x, 1 y, 2 z.
template <class T>
EZ_INLINE State3<T> mirrored(const State3<T>& s, int axis) {
  return {s.rho, axis == 0 ? -s.u : s.u, axis == 1 ? -s.v : s.v, axis == 2 ? -s.w : s.w, s.p};
}

template <class T>
struct RoeSide3 {
  State3<T> s;
  T root, enthalpy;
};
template <class T>
EZ_INLINE RoeSide3<T> roe_side(const State3<T>& s, const Gas<T>& g) {
  return {s, root_of(s.rho), fused(g.ratio, s.p / s.rho, T(0.5) * square_of_speed(s))};
}

// Returns twice the flow through a face that x crosses.
template <class T>
EZ_INLINE Conserved3<T> roe_flux_x(const RoeSide3<T>& l, const RoeSide3<T>& r, const Gas<T>& g) {
  const T weight = T(1) / (l.root + r.root);
  const T u = (l.root * l.s.u + r.root * r.s.u) * weight;
  const T v = (l.root * l.s.v + r.root * r.s.v) * weight;
  const T w = (l.root * l.s.w + r.root * r.s.w) * weight;
  const T h = (l.root * l.enthalpy + r.root * r.enthalpy) * weight;
  const T kinetic = T(0.5) * fused(u, u, v * v + w * w);
  const RoeWaves<T> k = roe_waves(u, h, kinetic, l.root * r.root, r.s.rho - l.s.rho, r.s.u - l.s.u, r.s.p - l.s.p, g);
  const T bv = k.slide * (r.s.v - l.s.v), bw = k.slide * (r.s.w - l.s.w);

  const T ml = l.s.rho * l.s.u, mr = r.s.rho * r.s.u;
  return {
      (ml + mr) - k.sum, (fused(ml, l.s.u, l.s.p) + fused(mr, r.s.u, r.s.p)) - fused(k.sum, u, k.m),
      (ml * l.s.v + mr * r.s.v) - fused(k.sum, v, bv), (ml * l.s.w + mr * r.s.w) - fused(k.sum, w, bw),
      (ml * l.enthalpy + mr * r.enthalpy) - fused(k.sounds, h, fused(k.m, u, fused(k.a2, kinetic, v * bv + w * bw)))};
}
// Return the same for faces that y and z cross: the velocity across comes first, the other two keep their order.
template <class T>
EZ_INLINE Conserved3<T> roe_flux_y(const RoeSide3<T>& l, const RoeSide3<T>& r, const Gas<T>& g) {
  const auto turned = [](const RoeSide3<T>& a) {
    return RoeSide3<T>{{a.s.rho, a.s.v, a.s.u, a.s.w, a.s.p}, a.root, a.enthalpy};
  };
  const Conserved3<T> f = roe_flux_x(turned(l), turned(r), g);
  return {f.mass, f.y, f.x, f.z, f.energy};
}
template <class T>
EZ_INLINE Conserved3<T> roe_flux_z(const RoeSide3<T>& l, const RoeSide3<T>& r, const Gas<T>& g) {
  const auto turned = [](const RoeSide3<T>& a) {
    return RoeSide3<T>{{a.s.rho, a.s.w, a.s.u, a.s.v, a.s.p}, a.root, a.enthalpy};
  };
  const Conserved3<T> f = roe_flux_x(turned(l), turned(r), g);
  return {f.mass, f.y, f.z, f.x, f.energy};
}

// Δt/Δx, Δt/Δy, Δt/Δz.
template <class T>
struct Rates3 {
  T x, y, z;
};
// Twice the flow through two opposite faces of a cell.
template <class T>
struct Through {
  Conserved3<T> low, high;
};
// Returns the state after a step; see with_gain of euler.h.
template <class T>
EZ_INLINE State3<T> roe_step(const State3<T>& s, const Through<T>& x, const Through<T>& y, const Through<T>& z,
                             const Rates3<T>& r, const Gas<T>& g) {
  const T rx = T(0.5) * r.x, ry = T(0.5) * r.y, rz = T(0.5) * r.z;
  const auto gained = [&](T Conserved3<T>::*of) {
    return rx * (x.low.*of - x.high.*of) + ry * (y.low.*of - y.high.*of) + rz * (z.low.*of - z.high.*of);
  };
  const T mass = gained(&Conserved3<T>::mass);
  State3<T> n;
  n.rho = s.rho + mass;
  const T inverse = T(1) / n.rho;
  const T du = fused(-s.u, mass, gained(&Conserved3<T>::x)) * inverse,
          dv = fused(-s.v, mass, gained(&Conserved3<T>::y)) * inverse,
          dw = fused(-s.w, mass, gained(&Conserved3<T>::z)) * inverse;
  n.u = s.u + du;
  n.v = s.v + dv;
  n.w = s.w + dw;
  const T change = du * (n.u + s.u) + dv * (n.v + s.v) + dw * (n.w + s.w);
  const T kinetic = fused(s.rho, change, mass * square_of_speed(n));
  n.p = fused(g.gm1, fused(T(-0.5), kinetic, gained(&Conserved3<T>::energy)), s.p);
  return n;
}

}  // namespace ez::gas
