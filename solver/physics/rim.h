// grid.smoothing at interfaces between media ("rims" in the code) that are oblique to the grid. H there depends on both
// components of B. B_y at the surrounding nodes of the other array is driven by differences of Ez. These are available,
// so nothing has to be stored:
//
//   ∂Hx/∂t = −(1/μ0)(ξxx ∂Ez/∂y − ⟨ξxy ∂Ez/∂x⟩),   ∂Hy/∂t = (1/μ0)(ξyy ∂Ez/∂x − ⟨ξxy ∂Ez/∂y⟩),   ξ = μ⁻¹
//
// ξxx and ξyy are part of the ordinary coefficients. ⟨ ⟩ is the mean over the four nodes of the other array. Each pair
// of nodes has one ξxy, so that one gains what the other loses and the operator stays symmetric
// (problem/rim_media.cpp).
//
// The order of operations is part of the definition: every engine instantiates this function. Its result is added to H
// directly after H's own update, with the same Ez.
#pragma once

#include "solver/base/host_device.h"

namespace ez {

template <class T>
struct CrossWeights {
  T w[4];
};

// Returns Σ w·d in order. d are the differences of Ez: along x for hx, along −y for hy.
template <class T>
EZ_INLINE T cross_increment(const CrossWeights<T>& k, T d0, T d1, T d2, T d3) {
  return fused(k.w[3], d3, fused(k.w[2], d2, fused(k.w[1], d1, k.w[0] * d0)));
}

// Poles at an interface. Metal that fills the fraction f of a cell has the polarisation P and is driven by the field
// inside it. Across the interface, charges on it make that field smaller than the cell's mean by (1 − f)·P. The p of
// such a node is fP, so its poles are driven by E and by an additional field −T·q. T is symmetric and positive over all
// interface nodes (problem/rim_media.cpp), and no cell has a singular ε.
//
// This field is taken half a step ahead, q = p + ½j, from the values known at the start of the step. This is a
// leapfrog, which is stable for ωpΔt < 2 and conserves ½(pTp − ¼jTj) together with the rest of the energy.
template <class T>
EZ_INLINE T half_step_on(T q, T p, T j) {
  return q + fused(T(0.5), j, p);
}
template <class T>
EZ_INLINE T depolarising_field(T own, const CrossWeights<T>& k, T q, T q0, T q1, T q2, T q3) {
  return -fused(k.w[3], q3, fused(k.w[2], q2, fused(k.w[1], q1, fused(k.w[0], q0, own * q))));
}
// Subtracts the depolarising field's contribution to the field's update, before correct_for_pole(). c is the sum of the
// poles' c. The poles are then advanced with E' + E + 2·field.
template <class T>
EZ_INLINE T correct_for_rim(T e, T gain, T c, T field) {
  return fused(-gain, c * field, e);
}

}  // namespace ez
