// Mur's first-order absorbing boundary (IEEE Trans. EMC 23 (1981) 377, eq. 15), for the wall node 0 and its inner
// neighbour 1:
//   E₀ⁿ⁺¹ = E₁ⁿ + k·(E₁ⁿ⁺¹ − E₀ⁿ),   k = (S−1)/(S+1),   S = cΔt/(Δ⊥√(ε_r μ_r)) of the node.
#pragma once

#include "solver/physics/host_device.h"

namespace ez {

template <class T>
EZ_INLINE T mur_first_order(T k, T e0_old, T e1_old, T e1_new) {
  return fused(k, e1_new - e0_old, e1_old);
}

}  // namespace ez
