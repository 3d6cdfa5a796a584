// Mur's absorbing boundaries (IEEE Trans. EMC 23 (1981) 377), for the wall node 0, its inner neighbour 1 and the node's
// Courant number S = cΔt/(Δ⊥√(ε_r μ_r)).
//
// First order (eq. 15):
//   E₀ⁿ⁺¹ = E₁ⁿ + k·(E₁ⁿ⁺¹ − E₀ⁿ),   k = (S−1)/(S+1)
//
// Second order (eq. 16), δ² the second difference along the wall, Δ∥ apart:
//   E₀ⁿ⁺¹ = −E₁ⁿ⁻¹ + k·(E₁ⁿ⁺¹ + E₀ⁿ⁻¹) + 2/(S+1)·(E₀ⁿ + E₁ⁿ) + d·δ²(E₀ⁿ + E₁ⁿ),   d = S²Δ⊥²/(2(S+1)Δ∥²)
// Because 2/(S+1) = 1 − k, that is
//   E₀ⁿ⁺¹ = E₀ⁿ + (E₁ⁿ − E₁ⁿ⁻¹) + k·((E₁ⁿ⁺¹ + E₀ⁿ⁻¹) − (E₀ⁿ + E₁ⁿ)) + d·δ²(E₀ⁿ + E₁ⁿ)
// and it is computed so: a constant on the wall, which neither form damps, then stays one to the last bit, where two
// rounded coefficients whose sum is not quite 1 would let it grow, and every rounding is that of a small difference.
//
// The order of operations is part of the definition; it treats the two neighbours along the wall alike, so mirrored
// fields stay mirrored to the bit.
#pragma once

#include "solver/physics/host_device.h"

namespace ez {

template <class T>
EZ_INLINE T mur_first_order(T k, T e0_old, T e1_old, T e1_new) {
  return fused(k, e1_new - e0_old, e1_old);
}

template <class T>
struct Mur2Numbers {
  T k = 0, d = 0;
};
// E₀ and E₁ before (n−1) and now (n), E₁ new (n+1), and E₀ⁿ + E₁ⁿ of the two neighbours along the wall.
template <class T>
struct Mur2Values {
  T e0_before, e1_before, e0, e1, e1_new, sum_low, sum_high;
};
template <class T>
EZ_INLINE T mur_second_order(const Mur2Numbers<T>& c, const Mur2Values<T>& v) {
  const T sum = v.e0 + v.e1, bend = (v.sum_low - sum) + (v.sum_high - sum);
  const T change = fused(c.k, (v.e1_new + v.e0_before) - sum, fused(c.d, bend, v.e1 - v.e1_before));
  return v.e0 + change;
}

}  // namespace ez
