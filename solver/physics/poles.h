// Poles of a dispersive medium: the contribution of its polarisation to the step (auxiliary differential equations).
//
//   ε0ε ∂E/∂t + σE + Σ ∂P/∂t = curl H           for each pole, with K and w = ω0²:
//   ∂P/∂t = J,   ∂J/∂t + γJ + wP = ε0K·E        Drude: w = 0, K = ωp²; Lorentz: w = ω0², K = Δε·ω0²
//   τ ∂P/∂t + P = ε0Δε·E                        Debye
//
// P, J and E are taken at the same times, and every derivative and every mean is taken over the step (trapezoidal
// rule). The energy that a pole takes is then exactly ΔP·Ē, the sum of a change of energy and a loss that is never
// negative. The limit on Δt stays that of ε alone. Other schemes use mixed times, and their limit decreases with ωp and
// ω0 (Taflove & Hagness, Computational Electrodynamics, 3rd ed., ch. 9; Okoniewski, Mrozowski, Stuchly, IEEE Microw.
// Guided Wave Lett. 7, 121 (1997)).
//
// The arrays hold p = P/ε0 and j = J·Δt/ε0 in the unit of the field. A pole is advanced by
//   j' = a·j − b·p + c·(E' + E),   p' = p + ½j' + ν·j
//   Drude, Lorentz: D = 1 + γΔt/2 + wΔt²/4,  a = (2 − D)/D,  b = wΔt²/D,  c = KΔt²/(2D),  ν = ½
//   Debye:          D = 1 + Δt/(2τ),         a = 0,          b = 2Δt/(τD), c = Δε·Δt/(τD), ν = 0   (j is 2Δp)
// With C = ½Σc, the field's own update is
//   (ε(1+s) + C)·E' = (ε(1−s) − C)·E + curl − Σ known,   known = ½(a·j − b·p) + ν·j.
// The first two terms are the ordinary update with different ca and cb. After it, `known` is subtracted, then the
// sources act. Then the new E is final, and the poles are advanced.
//
// Poles of μ follow in the same way from μ0μ ∂H/∂t + σm·H + Σ ∂M/∂t = −curl E, with m = M/μ0 at the nodes and times of
// H (Ziolkowski & Heyman, Phys. Rev. E 64, 056625 (2001), for a medium that is Drude in both). In an hz scene E and H
// swap roles, and so do their poles.
//
// The order of operations is part of the definition: every engine instantiates these functions.
#pragma once

#include "solver/base/host_device.h"
#include "solver/physics/energy.h"

namespace ez {

template <class T>
struct PoleCoefs {
  T a, b, c, nu;
};

// Returns the part of j' that does not depend on the new field.
template <class T>
EZ_INLINE T pole_known_j(const PoleCoefs<T>& k, T p, T j) {
  return fused(-k.b, p, k.a * j);
}
// Returns the field minus the known part of the pole's Δp. gain = 1/(ε(1+s) + C).
template <class T>
EZ_INLINE T correct_for_pole(T e, T gain, const PoleCoefs<T>& k, T p, T j) {
  return fused(-gain, fused(k.nu, j, T(0.5) * pole_known_j(k, p, j)), e);
}
// Advances the pole by one step. `sum` is E' + E.
template <class T>
EZ_INLINE void advance_pole(const PoleCoefs<T>& k, T sum, T& p, T& j) {
  const T next = fused(k.c, sum, pole_known_j(k, p, j));
  p = fused(k.nu, j, fused(T(0.5), next, p));
  j = next;
}

// Ē·Δp of one step equals the change of pole_energy() plus the loss, with j and p before and after the step.
EZ_INLINE double pole_energy(double kinetic, double potential, double p, double j) {
  return 0.5 * (kinetic * j * j + potential * p * p);
}
EZ_INLINE double pole_loss(double loss, double step_of_p) { return loss * step_of_p * step_of_p; }

// Returns the amount by which poles change an H node's stock (energy.h). There two steps share a value of H.
// So H⁺ is smaller by the known part of Δp, the pending σm loss is that of σm alone, and half of H·Δp of the
// next step belongs to this one.
//
// da, db: the node's coefficients. unit: gain/db. rise: the factor of db in the update, with its sign. known and
// answer: Σ known and C of the poles. held_a, held_b: a and b of conductor_loss().
EZ_INLINE EnergyStock stock_of_h_poles(double da, double db, double gain, double unit, double sigma, double h,
                                       double rise, double known, double answer, double held_a, double held_b) {
  const double alone = da * h + db * rise, next = alone - gain * known;
  EnergyStock out;
  out.stored = magnetic_energy(energy_weight(da, db), h, next - alone) + 0.5 * unit * h * (known + answer * (h + next));
  out.pending = pending_loss(unit * sigma, h, next) - pending_loss(loss_weight(da, db), h, alone);
  out.lost_at_conductors = conductor_loss(-gain * known, held_a, held_b);
  return out;
}

}  // namespace ez
