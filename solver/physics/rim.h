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

// Poles at a rim. Metal that fills the part f of a cell has the polarisation P in it and is driven by the field there:
// across the rim that is less than the cell's mean by (1 − f)·P, for the charges on the rim. So the poles of a rim
// node, whose p is fP, have besides E the field −T·q, T symmetric and positive over all rim nodes
// (problem/rim_media.cpp), and no cell has an ε that is singular. It is taken half a step on, q = p + ½j, from what is
// known at the step's begin: a leapfrog, which is stable for ωpΔt < 2 and keeps ½(pTp − ¼jTj) with the rest of the
// energy.
template <class T>
EZ_INLINE T half_step_on(T q, T p, T j) {
  return q + fused(T(0.5), j, p);
}
template <class T>
EZ_INLINE T depolarising_field(T own, const CrossWeights<T>& k, T q, T q0, T q1, T q2, T q3) {
  return -fused(k.w[3], q3, fused(k.w[2], q2, fused(k.w[1], q1, fused(k.w[0], q0, own * q))));
}
// Its share of the field's update, before correct_for_pole(); c is the sum of the poles' c. The poles then follow
// E' + E + 2·field.
template <class T>
EZ_INLINE T correct_for_rim(T e, T gain, T c, T field) {
  return fused(-gain, c * field, e);
}

}  // namespace ez
