// Convolutional PML (Roden & Gedney, Microw. Opt. Technol. Lett. 27 (2000) 334). Inside the layer, a difference d along
// the layer's normal is replaced by
//   d/κ + ψ,   ψ ← b·ψ + c·d
//   σ = σ_max u^m,   κ = 1 + (κ_max−1)u^m,   α = α_max(1−u)
//   b = exp(−(σ/κ+α)Δt/ε0),   c = σ/(σκ+κ²α)·(b−1)
// at depth u in (0, 1]. ψ is stored in the units of the difference, so the formulas contain no Δ.
#pragma once

#include "solver/base/host_device.h"

namespace ez {

template <class T>
struct Stretch {  // for one row or column of nodes in the layer: k = 1/κ, b and c
  T k = 1, b = 0, c = 0;
};

// Advances ψ and returns the stretched difference.
template <class T>
EZ_INLINE T stretch(T d, const Stretch<T>& s, T& psi) {
  psi = fused(s.b, psi, s.c * d);
  return fused(s.k, d, psi);
}

// Updates of nodes in a layer, from given differences. In a layer along x only, Ez uses hx as elsewhere. Only its
// difference of hy changes.
template <class T>
EZ_INLINE T update_hx_layer(T hx, T da, T db, T de_dy) {
  return fused(-db, de_dy, da * hx);
}
template <class T>
EZ_INLINE T update_hy_layer(T hy, T da, T db, T de_dx) {
  return fused(db, de_dx, da * hy);
}
template <class T>
EZ_INLINE T update_ez_x_layer(T e, T ca, T cb, T dhy_dx, T hx, T hx_below) {
  return fused(-cb, hx, fused(cb, dhy_dx + hx_below, ca * e));
}
template <class T>
EZ_INLINE T update_ez_layer(T e, T ca, T cb, T dhy_dx, T dhx_dy) {
  return fused(cb, dhy_dx - dhx_dy, ca * e);
}

}  // namespace ez
