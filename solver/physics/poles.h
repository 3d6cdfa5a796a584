// The poles of a dispersive medium: what its polarisation adds to the step (auxiliary differential equations).
//
//   ε0ε ∂E/∂t + σE + Σ ∂P/∂t = curl H           for each pole, with K and w = ω0²:
//   ∂P/∂t = J,   ∂J/∂t + γJ + wP = ε0K·E        Drude: w = 0, K = ωp²; Lorentz: w = ω0², K = Δε·ω0²
//   τ ∂P/∂t + P = ε0Δε·E                        Debye
//
// P, J and E stand at the same times, and every derivative and every mean is taken over the step (trapezoid): what a
// pole takes is then ΔP·Ē exactly, the sum of a change of energy and a loss that is never negative, and the limit on Δt
// stays that of ε alone. (Taflove & Hagness, Computational Electrodynamics, 3rd ed., ch. 9; Okoniewski, Mrozowski,
// Stuchly, IEEE Microw. Guided Wave Lett. 7, 121 (1997), use mixed times, whose limit falls with ωp and ω0.)
//
// The arrays hold p = P/ε0 and j = J·Δt/ε0 in the unit of the field. For a pole
//   j' = a·j − b·p + c·(E' + E),   p' = p + ½j' + ν·j
//   Drude, Lorentz: D = 1 + γΔt/2 + wΔt²/4,  a = (2 − D)/D,  b = wΔt²/D,  c = KΔt²/(2D),  ν = ½
//   Debye:          D = 1 + Δt/(2τ),         a = 0,          b = 2Δt/(τD), c = Δε·Δt/(τD), ν = 0   (j is 2Δp)
// so with C = ½Σc the field's own update is
//   (ε(1+s) + C)·E' = (ε(1−s) − C)·E + curl − Σ known,   known = ½(a·j − b·p) + ν·j.
// The first two terms are the ordinary update with other ca and cb; `known` is taken off after it, the sources act, and
// then, the new E being final, the poles follow.
//
// Poles of μ are the same of μ0μ ∂H/∂t + σm·H + Σ ∂M/∂t = −curl E, with m = M/μ0 at the H nodes and times (Ziolkowski &
// Heyman, Phys. Rev. E 64, 056625 (2001), for the Drude medium of both). In an hz scene E and H change places, and so
// do their poles.
//
// The order of operations is the definition: every engine instantiates these functions.
#pragma once

#include "solver/base/host_device.h"
#include "solver/physics/energy.h"

namespace ez {

template <class T>
struct PoleCoefs {
  T a, b, c, nu;
};

// j' as far as the new field is not needed.
template <class T>
EZ_INLINE T pole_known_j(const PoleCoefs<T>& k, T p, T j) {
  return fused(-k.b, p, k.a * j);
}
// The field less what is known of the pole's Δp; gain = 1/(ε(1+s) + C).
template <class T>
EZ_INLINE T correct_for_pole(T e, T gain, const PoleCoefs<T>& k, T p, T j) {
  return fused(-gain, fused(k.nu, j, T(0.5) * pole_known_j(k, p, j)), e);
}
// The step of the pole itself; `sum` is E' + E.
template <class T>
EZ_INLINE void advance_pole(const PoleCoefs<T>& k, T sum, T& p, T& j) {
  const T next = fused(k.c, sum, pole_known_j(k, p, j));
  p = fused(k.nu, j, fused(T(0.5), next, p));
  j = next;
}

// Ē·Δp of one step is the change of pole_energy() and the loss, with j and p before and after.
EZ_INLINE double pole_energy(double kinetic, double potential, double p, double j) {
  return 0.5 * (kinetic * j * j + potential * p * p);
}
EZ_INLINE double pole_loss(double loss, double step_of_p) { return loss * step_of_p * step_of_p; }

// What poles change of an H node's stock (energy.h), in whose way of counting two steps share a value of H: H⁺ is less
// by what is known of Δp, the σm loss that is pending is that of σm alone, and half of H·Δp of the next step belongs to
// this one. da, db: the node's; `unit` is gain/db; rise: what db multiplies, with its sign; known and answer: Σ known
// and C of the poles; held_a, held_b: a and b of conductor_loss().
EZ_INLINE EnergyStock stock_of_h_poles(double da, double db, double gain, double unit, double sigma, double h,
                                       double rise, double known, double answer, double held_a, double held_b) {
  const double alone = da * h + db * rise, next = alone - gain * known;
  EnergyStock out;
  out.stored = magnetic_energy(energy_weight(da, db), h, next - alone) + 0.5 * unit * h * (known + answer * (h + next));
  out.pending = pending_loss(unit * sigma, h, next) - pending_loss(loss_weight(da, db), h, alone);
  out.doomed = conductor_loss(-gain * known, held_a, held_b);
  return out;
}

}  // namespace ez
