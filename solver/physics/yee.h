// The cell update and Maxwell's equations that it solves: TMz, Yee (1966), SI.
//
//   ∂Hx/∂t = −(1/μ)(∂Ez/∂y + σm Hx)        Hx at (i, j+½), t = (n+½)Δt
//   ∂Hy/∂t =  (1/μ)(∂Ez/∂x − σm Hy)        Hy at (i+½, j)
//   ∂Ez/∂t =  (1/ε)(∂Hy/∂x − ∂Hx/∂y − σ Ez − Jz)   Ez at (i, j), t = nΔt
//
// Losses are semi-implicit. With s = σΔt/2ε and s' = σmΔt/2μ:
//   Ez ← ca·Ez + (Δt/ε)/(1+s)·(ΔHy/Δx − ΔHx/Δy),   ca = (1−s)/(1+s)
//   Hy ← da·Hy + (Δt/μ)/(1+s')·ΔEz/Δx,             da = (1−s')/(1+s')
//
// The arrays are scaled so that they hold
//   hx = Hx · μ0Δx²/(ΔtΔy),   hy = Hy · μ0Δx/Δt
// In vacuum with square cells, H then changes by differences of Ez alone, and Ez has one factor for both curls:
//   hy ← da·hy + dby·(Ez(i+1) − Ez(i)),   dby = 1/(μr(1+s'))
//   hx ← da·hx − dbx·(Ez(j+1) − Ez(j)),   dbx = dby·(Δx/Δy)²
//   Ez ← ca·Ez + cb·(Δhy − Δhx),          cb = Δt²/(ε μ0 Δx²(1+s))
//
// The order of operations below is part of the definition: every engine instantiates these
// functions, so fields agree bit for bit.
#pragma once

#include "solver/base/host_device.h"

namespace ez {

// hx′ = (da·hx + db·e) − db·e_up, e = Ez(i, j), e_up = Ez(i, j+1)
template <class T>
EZ_INLINE T update_hx(T hx, T da, T db, T e, T e_up) {
  return fused(-db, e_up, fused(db, e, da * hx));
}

// hy′ = (da·hy − db·e) + db·e_right, e_right = Ez(i+1, j)
template <class T>
EZ_INLINE T update_hy(T hy, T da, T db, T e, T e_right) {
  return fused(db, e_right, fused(-db, e, da * hy));
}

// e′ = (ca·e + cb·((hy − hy_left) + hx_below)) − cb·hx, with the new hx, hy
template <class T>
EZ_INLINE T update_ez(T e, T ca, T cb, T hy, T hy_left, T hx, T hx_below) {
  return fused(-cb, hx, fused(cb, (hy - hy_left) + hx_below, ca * e));
}

// The same three updates for a vacuum node with square cells (da = db = ca = 1). The results equal
// the general form to the last bit.
template <class T>
EZ_INLINE T update_hx_vacuum(T hx, T e, T e_up) {
  return (hx + e) - e_up;
}
template <class T>
EZ_INLINE T update_hy_vacuum(T hy, T e, T e_right) {
  return (hy - e) + e_right;
}
template <class T>
EZ_INLINE T update_ez_lossless(T e, T cb, T hy, T hy_left, T hx, T hx_below) {
  return fused(-cb, hx, fused(cb, (hy - hy_left) + hx_below, e));
}

}  // namespace ez
