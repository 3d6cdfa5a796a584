// grid.smoothing at rims that lie aslant: H there has both components of B. B_y of the other array's nodes around is
// driven by differences of Ez that are at hand, so that nothing has to be stored:
//
//   ∂Hx/∂t = −(1/μ0)(ξxx ∂Ez/∂y − ⟨ξxy ∂Ez/∂x⟩),   ∂Hy/∂t = (1/μ0)(ξyy ∂Ez/∂x − ⟨ξxy ∂Ez/∂y⟩),   ξ = μ⁻¹
//
// with ξxx and ξyy in the ordinary coefficients. ⟨ ⟩ is over the four nodes of the other array; each pair of nodes has
// one ξxy, so that what one gives the other takes and the operator stays symmetric (problem/rim_media.cpp).
//
// The order of operations is the definition: every engine instantiates this function. Its result is added to H right
// after H's own update, with Ez as it was for that.
#pragma once

#include "solver/base/host_device.h"

namespace ez {

template <class T>
struct CrossWeights {
  T w[4];
};

// Σ w·d in order, d the differences of Ez: along x for hx, along −y for hy.
template <class T>
EZ_INLINE T cross_increment(const CrossWeights<T>& k, T d0, T d1, T d2, T d3) {
  return fused(k.w[3], d3, fused(k.w[2], d2, fused(k.w[1], d1, k.w[0] * d0)));
}

}  // namespace ez
