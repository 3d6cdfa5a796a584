// Energy balance of the discrete equations: Poynting's theorem on the staggered grid. It is exact except for rounding.
//
// With the stored numbers (yee.h), and the coefficients as the engine has rounded them, the updates are
//   (1+s)·E⁺ = (1−s)·E + (1+s)·cb·C,   C = (hy − hy_left) − (hx − hx_below),   s = (1−ca)/(1+ca),   E = Eⁿ, E⁺ = Eⁿ⁺¹
// and likewise for H with da, db. Multiplied by Ē = (E + E⁺)/2 and divided by (1+s)·cb,
// the contribution of an Ez node is
//   P·½(E⁺² − E²) + L·Ē² = Ē·C + Ē·δ/cb,   P = (1+ca)/(2cb),   L = (1−ca)/cb.
// Here δ is the amount that sources added to E⁺ after its update. For an H node, let H⁻, H, H⁺ be its values at n−½,
// n+½, n+3/2. The sum of the updates of two steps, multiplied by H/2, is
//   P·½(H·H⁺ − H·H⁻) + L·H(H⁺ + 2H + H⁻)/4 = H·ΔĒ  (hx: −H·ΔĒ),   P = (1+da)/(2db),   L = (1−da)/db.
// Summed over a region, Ē·C and H·ΔĒ cancel in pairs. Only the H nodes just outside the region remain:
//   W = Σ ½P·EⁿEⁿ + Σ ½P·H^(n+½)H^(n−½),   W(n+1) − W(n) = source − absorbed − out,
//   out = Σ Ē·hy_left at the left, −Ē·hy at the right, −Ē·hx_below at the bottom, Ē·hx at the top.
// A PMC boundary mirrors the field, so its nodes count half. With this weight no energy flows through it.
//
// The unit of these sums is Δt²Δy/(μ0Δx) joule per metre of height. P·E² is then εE²ΔxΔy, and P·h² is μH²ΔxΔy.
#pragma once

#include "solver/base/host_device.h"

namespace ez {

// Return P and L of a node with coefficients a, b (ca, cb or da, db). Both are 0 if the node is held at zero.
EZ_INLINE double energy_weight(double a, double b) { return b == 0 ? 0 : (1 + a) / (2 * b); }
EZ_INLINE double loss_weight(double a, double b) { return b == 0 ? 0 : (1 - a) / b; }

// Returns one step's contribution to a sum, from a node's values before and after the step.
EZ_INLINE double electric_loss(double weight, double old, double now) {
  const double mean = 0.5 * (old + now);
  return weight * mean * mean;
}
EZ_INLINE double flux_out(double weight, double old, double now, double h) { return weight * 0.5 * (old + now) * h; }
// Returns the energy that sources add at a node. `updated` is Ez or H after its update and before the sources. For H
// this is the amount that the sources add to W, in which H⁺ is the value without them: ½(H + H⁺)·δ/db.
EZ_INLINE double source_input(double weight, double old, double updated, double now) {
  return weight * 0.5 * (old + now) * (now - updated);
}
// Returns the σm loss of one step. The loss H(H⁺ + 2H + H⁻)/4 is spread over two steps: H(H + H⁻)/2 in every step gives
// the same sum, except for a quarter of the first and the last H·H⁻. See EnergyStock for that remainder.
EZ_INLINE double magnetic_loss(double weight, double old, double now) { return weight * 0.5 * now * (now + old); }

// Energy content of a region at one time, in the units above.
struct EnergyStock {
  double stored = 0;              // W
  double pending = 0;             // Σ L·H·H⁺/4: the part of the σm loss that magnetic_loss() has not counted yet
  double lost_at_conductors = 0;  // Σ conductor_loss(): at nodes that an edit made conductors; lost in the next step
};
// Returns one H node's share of the energy that is lost when a node becomes a conductor while a field exists. Such a
// node keeps its Ez until the next step sets it to 0. In that step Ē = Ez/2 still multiplies the H around it, and no
// other term of the balance accounts for that Ē·C. The H node is between the Ez nodes a and b: left and right of hy,
// above and below hx. Pass 0 for a node that is not a conductor. The energy that poles of the H node take from `next`
// is counted as one more such share (poles.h).
EZ_INLINE double conductor_loss(double next, double a, double b) { return 0.5 * next * (a - b); }

// Energy of Ez at a node, and of an H node with its value after the next step.
EZ_INLINE double electric_energy(double weight, double e) { return 0.5 * weight * e * e; }
EZ_INLINE double magnetic_energy(double weight, double h, double next) { return 0.5 * weight * h * next; }
EZ_INLINE double pending_loss(double weight, double h, double next) { return 0.25 * weight * h * next; }

}  // namespace ez
