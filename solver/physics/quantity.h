// Quantities shown at an Ez node, computed from the stored arrays. The view of every engine and the .npy writer use
// them. H is the average of its two neighbours along each axis. Energy is ½εE² + ½μH² in J/m³, Poynting |E×H| in W/m².
#pragma once

#include "solver/base/constants.h"
#include "solver/base/host_device.h"
#include "solver/scene/scene.h"

namespace ez {

template <class T>
struct QuantityUnits {
  T hx, hy;   // A/m (V/m for hz) per unit of the arrays hx and hy: Problem::hx_unit, hy_unit
  T eps, mu;  // ½ε0 in F/m, ½μ0 in H/m (swapped for hz)
};

// Stored H on the four sides of an Ez node: hx at (i, j) and below at (i, j−1); hy at (i, j) and left at (i−1, j).
template <class T>
struct Around {
  T hx, hx_below, hy, hy_left;
};
// Sides of a boundary node that have no H node outside. The boundary neither mirrors H (PMC: hx(i, −1) = −hx(i, 0),
// hx(i, ny−1) = −hx(i, ny−2)) nor continues (periodic).
struct NoneBeyond {
  bool left = false, right = false, bottom = false, top = false;
};
// Replaces missing H by its even image: H outside equals H inside. This is exact on metal, where H is largest. At a Mur
// boundary or behind a layer it is H half a cell further in.
template <class T>
EZ_INLINE Around<T> with_even_image(Around<T> h, const NoneBeyond& none) {
  if (none.left) h.hy_left = h.hy;
  if (none.right) h.hy = h.hy_left;
  if (none.bottom) h.hx_below = h.hx;
  if (none.top) h.hx = h.hx_below;
  return h;
}

// Returns a quantity that an array or a formula gives. eps_r and mu_r belong to the node. The quantities hx and hy are
// the arrays' own values, so they are 0 in the last row or column unless it is periodic.
template <class T>
EZ_INLINE T quantity_at(Quantity q, T e, T hx, T hx_below, T hy, T hy_left, T eps_r, T mu_r,
                        const QuantityUnits<T>& u) {
  if (q == Quantity::ez) return e;
  if (q == Quantity::abs_e) return e < 0 ? -e : e;
  if (q == Quantity::hx) return hx * u.hx;
  if (q == Quantity::hy) return hy * u.hy;
  const T mx = T(0.5) * (hx + hx_below) * u.hx, my = T(0.5) * (hy + hy_left) * u.hy;
  const T h2 = mx * mx + my * my;
  if (q == Quantity::energy) return u.eps * eps_r * e * e + u.mu * mu_r * h2;
#if defined(__CUDA_ARCH__)
  const T h = sqrt(h2), a = e < 0 ? -e : e;
#else
  const T h = sizeof(T) == 4 ? T(__builtin_sqrtf(float(h2))) : T(__builtin_sqrt(double(h2))), a = e < 0 ? -e : e;
#endif
  return q == Quantity::poynting ? a * h : h;
}

}  // namespace ez
