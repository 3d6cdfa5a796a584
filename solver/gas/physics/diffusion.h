// Diffusion of heat: ∂w/∂t = κ∇²w, with five points.
//
//   w′ = w + κΔt/Δx² [(w(i+1) − w) − (w − w(i−1))] + κΔt/Δy² [(w(j+1) − w) − (w − w(j−1))]
//
// Stable for κΔt(1/Δx² + 1/Δy²) ≤ ½. Nothing flows into a solid cell. A boundary with a fixed value has it at the face
// of the last cell, so the cell beyond it has 2·fixed − w.
#pragma once

#include "solver/base/host_device.h"

namespace ez::gas {

// right, left, above, below: the neighbour's value minus w. rx = κΔt/Δx², ry = κΔt/Δy².
template <class T>
EZ_INLINE T diffused(T w, T right, T left, T above, T below, T rx, T ry) {
  return w + (rx * (right + left) + ry * (above + below));
}
template <class T>
EZ_INLINE T excess(T w, T neighbour, bool wall) {
  return wall ? T(0) : neighbour - w;
}
template <class T>
EZ_INLINE T beyond_held(T held, T w) {
  return (held + held) - w;
}
template <class T>
EZ_INLINE bool finite(T w) {
  return w - w == T(0);
}

}  // namespace ez::gas
