// Mur's absorbing boundaries (IEEE Trans. EMC 23 (1981) 377), for the wall node 0, its inner neighbour 1 and the node's
// Courant number S = cΔt/(Δ⊥√(ε_r μ_r)).
//
// First order (eq. 15):
//   E₀ⁿ⁺¹ = E₁ⁿ + k·(E₁ⁿ⁺¹ − E₀ⁿ),   k = (S−1)/(S+1)
//
// Second order (eq. 16), δ² the second difference along the wall, Δ∥ apart:
//   E₀ⁿ⁺¹ = −E₁ⁿ⁻¹ + k·(E₁ⁿ⁺¹ + E₀ⁿ⁻¹) + 2/(S+1)·(E₀ⁿ + E₁ⁿ) + d·δ²(E₀ⁿ + E₁ⁿ),   d = S²Δ⊥²/(2(S+1)Δ∥²)
// Because 2/(S+1) = 1 − k, that is the first order with a correction M that adds up:
//   M ← M + d·δ²(E₀ⁿ + E₁ⁿ),   E₀ⁿ⁺¹ = E₁ⁿ + k·(E₁ⁿ⁺¹ − E₀ⁿ) + M
// where M is what the first order was wrong by in the step before, E₀ⁿ − E₁ⁿ⁻¹ − k·(E₁ⁿ − E₀ⁿ⁻¹). It is computed so:
// one number a node to remember instead of E₀ⁿ⁻¹ and E₁ⁿ⁻¹, and rounding is that of M, which is small.
//
// Fields before the start are 0: M = 0. So it is for a node that becomes one of second order while a field is there,
// which is Eⁿ⁻¹ seeded with Eⁿ, wall and inner node exchanged. (Tried: Eⁿ⁻¹ = Eⁿ. M, which nothing damps, then starts
// from what E₁ − E₀ happens to be. A PEC box with a running CW, 20 cells a wavelength, opened on all sides kept a
// static field of 0.5 to 0.8 times the wave for good, and under random switches of the sides it doubled every tenth
// switch; so it is 0.02 to 0.03, and bounded.)
//
// The order of operations is part of the definition; it treats the two neighbours along the wall alike, so mirrored
// fields stay mirrored to the bit.
#pragma once

#include "solver/base/host_device.h"

namespace ez {

template <class T>
EZ_INLINE T mur_first_order(T k, T e0_old, T e1_old, T e1_new) {
  return fused(k, e1_new - e0_old, e1_old);
}

// M of the next step; the sums E₀ⁿ + E₁ⁿ of the node and of its two neighbours along the wall.
template <class T>
EZ_INLINE T mur_correction(T d, T correction, T sum, T sum_low, T sum_high) {
  return fused(d, (sum_low - sum) + (sum_high - sum), correction);
}
// With M of this step.
template <class T>
EZ_INLINE T mur_second_order(T k, T e0_old, T e1_old, T e1_new, T correction) {
  return mur_first_order(k, e0_old, e1_old, e1_new) + correction;
}

}  // namespace ez
