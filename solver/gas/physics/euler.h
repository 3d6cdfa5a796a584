// The Euler equations of an ideal gas in the plane, per volume:
//
//   U = (ρ, ρu, ρv, E),  E = p/(γ−1) + ½ρ(u² + v²)
//   ∂U/∂t + ∂F/∂x + ∂G/∂y = 0,  F = (ρu, ρu² + p, ρuv, (E + p)u),  G likewise with v
//
// The stored variables are primitive: ρ, u, v, p of each cell, at ((i+½)Δx, (j+½)Δy). A step subtracts from each cell
// the flow out through its faces. It is written in increments of the conserved variables, so that a cell without net
// flow does not change, to the last bit.
//
// The order of operations is the definition. CPU and CUDA instantiate these functions, so that states compare bit for
// bit. Sums over x and y, and over left and right, are rounded separately and not fused: a mirrored or transposed state
// gives exactly the mirrored or transposed result.
#pragma once

#include <cmath>

#include "solver/base/host_device.h"

namespace ez::gas {

template <class T>
struct State {
  T rho, u, v, p;  // density, velocity, pressure
};

// Mass, momentum along x and y, energy. These are conserved values per volume, the flux through a face, or the gain of
// a cell.
template <class T>
struct Conserved {
  T mass, x, y, energy;
};

// Return 1/a, a/b and √a, rounded as IEEE 754 requires.
template <class T>
EZ_INLINE T root_of(T a) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 4)
    return __fsqrt_rn(a);
  else
    return __dsqrt_rn(a);
#else
  return std::sqrt(a);
#endif
}

// Parameters of the gas and of its scheme, in the precision of the fields. It also provides the divisions, so that CUDA
// code can replace them by its own (cuda/quick.cuh).
template <class T>
struct Gas {
  T gamma, gm1, inverse_gm1, ratio;  // γ, γ−1, 1/(γ−1), γ/(γ−1)
  T fix, inverse_fix;                // δ/c of Roe's entropy fix and its inverse; 0 and infinite: none
  T viscosity;                       // ν of Lax–Wendroff
  T inverse_dx, inverse_dy;

  EZ_INLINE T inverse(T a) const { return T(1) / a; }
  EZ_INLINE T quotient(T a, T b) const { return a / b; }
  EZ_INLINE T root(T a) const { return root_of(a); }
};

template <class T>
EZ_INLINE T larger(T a, T b) {
  return a > b ? a : b;
}
template <class T>
EZ_INLINE T absolute(T a) {
  return std::fabs(a);
}

template <class T>
EZ_INLINE T square_of_speed(const State<T>& s) {
  return s.u * s.u + s.v * s.v;
}
template <class T>
EZ_INLINE T energy_of(const State<T>& s, const Gas<T>& g) {
  return fused(T(0.5) * s.rho, square_of_speed(s), s.p * g.inverse_gm1);
}
template <class T>
EZ_INLINE Conserved<T> conserved(const State<T>& s, const Gas<T>& g) {
  return {s.rho, s.rho * s.u, s.rho * s.v, energy_of(s, g)};
}
template <class T>
EZ_INLINE T sound_speed(const State<T>& s, const Gas<T>& g) {
  return g.root(g.gamma * g.quotient(s.p, s.rho));
}

// Return the image of a gas in a wall that is a face along y (mirror_x) or along x.
template <class T>
EZ_INLINE State<T> mirror_x(const State<T>& s) {
  return {s.rho, -s.u, s.v, s.p};
}
template <class T>
EZ_INLINE State<T> mirror_y(const State<T>& s) {
  return {s.rho, s.u, -s.v, s.p};
}
// Exchanges x and y. A function for faces that x crosses then also serves faces that y crosses.
template <class T>
EZ_INLINE State<T> turned(const State<T>& s) {
  return {s.rho, s.v, s.u, s.p};
}
template <class T>
EZ_INLINE Conserved<T> turned(const Conserved<T>& c) {
  return {c.mass, c.y, c.x, c.energy};
}

// Returns the gain of a cell in a step: rx = Δt/Δx, ry = Δt/Δy; left and right flow along x, below and above along y.
template <class T>
EZ_INLINE Conserved<T> gain(T rx, T ry, const Conserved<T>& left, const Conserved<T>& right, const Conserved<T>& below,
                            const Conserved<T>& above) {
  return {rx * (left.mass - right.mass) + ry * (below.mass - above.mass),
          rx * (left.x - right.x) + ry * (below.x - above.x), rx * (left.y - right.y) + ry * (below.y - above.y),
          rx * (left.energy - right.energy) + ry * (below.energy - above.energy)};
}

// Computes u′ = u + (Δ(ρu) − uΔρ)/ρ′ and p′ = p + (γ−1)(ΔE − ΔK), with ΔK = ½[Δρ q′² + ρ(u′² − u² + v′² − v²)].
// `inverse` becomes 1/ρ′.
template <class T, class G>
EZ_INLINE State<T> with_gain(const State<T>& s, const Conserved<T>& d, const G& g, T& inverse) {
  State<T> n;
  n.rho = s.rho + d.mass;
  inverse = g.inverse(n.rho);
  const T du = fused(-s.u, d.mass, d.x) * inverse, dv = fused(-s.v, d.mass, d.y) * inverse;
  n.u = s.u + du;
  n.v = s.v + dv;
  const T change = du * (n.u + s.u) + dv * (n.v + s.v);
  const T kinetic = fused(s.rho, change, d.mass * square_of_speed(n));
  n.p = fused(g.gm1, fused(T(-0.5), kinetic, d.energy), s.p);
  return n;
}
template <class T, class G>
EZ_INLINE State<T> with_gain(const State<T>& s, const Conserved<T>& d, const G& g) {
  T inverse;
  return with_gain(s, d, g, inverse);
}

// Returns true if density and pressure are above 0. NaN gives false.
template <class T>
EZ_INLINE bool sound(const State<T>& s) {
  return s.rho > T(0) && s.p > T(0);
}

// Courant, Friedrichs, Lewy: Δt = C divided by the largest of this over all cells; (|u| + c)/Δx + (|v| + c)/Δy.
template <class T>
EZ_INLINE T signal_rate(const State<T>& s, const Gas<T>& g) {
  const T c = sound_speed(s, g);
  return (absolute(s.u) + c) * g.inverse_dx + (absolute(s.v) + c) * g.inverse_dy;
}
// Returns true only if the signal rate is below `fastest`, without a division or a root: γp/ρ·(1/Δx + 1/Δy)² < (fastest
// − |u|/Δx − |v|/Δy)², with a margin larger than all rounding. It may return false for a rate slightly below.
template <class T>
EZ_INLINE bool surely_slower(const State<T>& s, const Gas<T>& g, T fastest) {
  constexpr T margin = T(2e-6);
  const T both = g.inverse_dx + g.inverse_dy, factor = g.gamma * both * both * (1 + 2 * margin);
  const T left = (1 - margin) * fastest - absolute(s.u) * g.inverse_dx - absolute(s.v) * g.inverse_dy;
  return (left > T(0)) & (factor * s.p < left * left * s.rho);
}
// Returns a bound that the largest signal will probably exceed after a step, unless all gas slows down at once. Only
// cells that may exceed it are examined exactly. If none does, all cells are examined again.
template <class T>
EZ_INLINE T expected_signal(T fastest) {
  return T(0.98) * fastest;
}

}  // namespace ez::gas
