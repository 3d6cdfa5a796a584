// The energy that the discrete equations keep: Poynting's theorem on the staggered grid, exact but for rounding.
//
// In the stored numbers (yee.h), with the coefficients as the engine has rounded them, the updates are
//   (1+s)·E⁺ = (1−s)·E + (1+s)·cb·C,   C = (hy − hy_left) − (hx − hx_below),   s = (1−ca)/(1+ca),   E = Eⁿ, E⁺ = Eⁿ⁺¹
// and likewise for H with da, db. Times Ē = (E + E⁺)/2 and divided by (1+s)·cb, the Ez node's part is
//   P·½(E⁺² − E²) + L·Ē² = Ē·C + Ē·δ/cb,   P = (1+ca)/(2cb),   L = (1−ca)/cb,
// where δ is what sources added to E⁺ after its update. For an H node, H⁻, H, H⁺ at n−½, n+½, n+3/2, the updates of two
// steps added and multiplied by H/2 are
//   P·½(H·H⁺ − H·H⁻) + L·H(H⁺ + 2H + H⁻)/4 = H·ΔĒ  (hx: −H·ΔĒ),   P = (1+da)/(2db),   L = (1−da)/db.
// Summed over a region, Ē·C and H·ΔĒ cancel in pairs; what is left over are the H nodes just outside:
//   W = Σ ½P·EⁿEⁿ + Σ ½P·H^(n+½)H^(n−½),   W(n+1) − W(n) = source − absorbed − out,
//   out = Σ Ē·hy_left at the left, −Ē·hy at the right, −Ē·hx_below at the bottom, Ē·hx at the top.
// On a PMC wall the field is mirrored, so the wall's nodes count half: with that weight nothing goes through it.
//
// One unit of these sums is Δt²Δy/(μ0Δx) joule per metre of height: P·E² is then εE²ΔxΔy, P·h² is μH²ΔxΔy.
#pragma once

#include "solver/base/host_device.h"

namespace ez {

// P and L of a node with coefficients a, b (ca, cb or da, db); 0 where the node is held at zero.
EZ_INLINE double energy_weight(double a, double b) { return b == 0 ? 0 : (1 + a) / (2 * b); }
EZ_INLINE double loss_weight(double a, double b) { return b == 0 ? 0 : (1 - a) / b; }

// One step's part of a sum, from a node's values before and after it.
EZ_INLINE double electric_loss(double weight, double old, double now) {
  const double mean = 0.5 * (old + now);
  return weight * mean * mean;
}
EZ_INLINE double flux_out(double weight, double old, double now, double h) { return weight * 0.5 * (old + now) * h; }
// `updated`: Ez, or H, after its update and before the sources. Of H it is what they add to W, whose H⁺ is the one
// without them: ½(H + H⁺)·δ/db.
EZ_INLINE double source_input(double weight, double old, double updated, double now) {
  return weight * 0.5 * (old + now) * (now - updated);
}
// H(H⁺ + 2H + H⁻)/4 is shared out over two steps: H(H + H⁻)/2 in every step sums to the same but for a quarter of the
// first and the last H·H⁻, see EnergyStock.
EZ_INLINE double magnetic_loss(double weight, double old, double now) { return weight * 0.5 * now * (now + old); }

// What a region holds at one moment, in units as above.
struct EnergyStock {
  double stored = 0;   // W
  double pending = 0;  // Σ L·H·H⁺/4: the part of the σm loss that magnetic_loss() has not booked yet
  double doomed = 0;   // Σ conductor_loss(): at nodes that an edit made conductors; lost in the next step
};
// A node that has become a conductor under the field keeps its Ez until the next step makes it 0: in that step Ē = Ez/2
// still multiplies the H around it, and that Ē·C is lost to no one. Its share of one H node, between Ez nodes a and b
// (left and right of hy, above and below hx); 0 for those that are no conductors. What poles of the H node take from
// `next` is counted as one more such share (poles.h).
EZ_INLINE double conductor_loss(double next, double a, double b) { return 0.5 * next * (a - b); }

// Ez at a node, and an H node with the value it will have after the next step.
EZ_INLINE double electric_energy(double weight, double e) { return 0.5 * weight * e * e; }
EZ_INLINE double magnetic_energy(double weight, double h, double next) { return 0.5 * weight * h * next; }
EZ_INLINE double pending_loss(double weight, double h, double next) { return 0.25 * weight * h * next; }

}  // namespace ez
