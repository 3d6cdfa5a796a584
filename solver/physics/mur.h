// Mur's absorbing boundaries (IEEE Trans. EMC 23 (1981) 377), for the boundary node 0, its inner neighbour 1 and the
// node's Courant number S = cΔt/(Δ⊥√(ε_r μ_r)).
//
// First order (eq. 15):
//   E₀ⁿ⁺¹ = E₁ⁿ + k·(E₁ⁿ⁺¹ − E₀ⁿ),   k = (S−1)/(S+1)
//
// Second order (eq. 16), with δ² the second difference along the boundary and Δ∥ the cell size along it:
//   E₀ⁿ⁺¹ = −E₁ⁿ⁻¹ + k·(E₁ⁿ⁺¹ + E₀ⁿ⁻¹) + 2/(S+1)·(E₀ⁿ + E₁ⁿ) + d·δ²(E₀ⁿ + E₁ⁿ),   d = S²Δ⊥²/(2(S+1)Δ∥²)
// Because 2/(S+1) = 1 − k, this equals the first order plus a correction M that accumulates:
//   M ← M + d·δ²(E₀ⁿ + E₁ⁿ),   E₀ⁿ⁺¹ = E₁ⁿ + k·(E₁ⁿ⁺¹ − E₀ⁿ) + M
// M is the error of the first order in the previous step, E₀ⁿ − E₁ⁿ⁻¹ − k·(E₁ⁿ − E₀ⁿ⁻¹). The engines
// use this form, because they then store one number per node instead of E₀ⁿ⁻¹ and E₁ⁿ⁻¹. Its rounding
// error is that of M, which is small.
//
// Fields before the start are 0, so M = 0. M is also 0 for a node that becomes second order while a field exists. This
// means that Eⁿ⁻¹ is initialised with Eⁿ, with the boundary node and its inner neighbour exchanged.
//
// An alternative, Eⁿ⁻¹ = Eⁿ, was tried. M is not damped, and then starts from an arbitrary difference E₁ − E₀. A PEC
// box with a running CW at 20 cells per wavelength, opened on all sides, permanently kept a static field of 0.5 to 0.8
// times the wave. When its boundaries were switched at random, that field doubled every tenth switch. With M = 0 the
// static field is 0.02 to 0.03, and bounded.
//
// The order of operations is part of the definition. It treats the two neighbours along the boundary alike, so
// mirror-symmetric fields stay symmetric to the bit.
#pragma once

#include "solver/base/host_device.h"

namespace ez {

template <class T>
EZ_INLINE T mur_first_order(T k, T e0_old, T e1_old, T e1_new) {
  return fused(k, e1_new - e0_old, e1_old);
}

// Returns M of the next step from the sums E₀ⁿ + E₁ⁿ of the node and of its two neighbours along the boundary.
template <class T>
EZ_INLINE T mur_correction(T d, T correction, T sum, T sum_low, T sum_high) {
  return fused(d, (sum_low - sum) + (sum_high - sum), correction);
}
// Returns E₀ⁿ⁺¹ with M of this step.
template <class T>
EZ_INLINE T mur_second_order(T k, T e0_old, T e1_old, T e1_new, T correction) {
  return mur_first_order(k, e0_old, e1_old, e1_new) + correction;
}

}  // namespace ez
