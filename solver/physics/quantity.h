// The shown quantities at an Ez node, from the stored arrays: used by every engine's view and by the .npy writer.
// H is averaged from its two neighbours on either side; energy ½εE² + ½μH² in J/m³, Poynting |E×H| in W/m².
#pragma once

#include "solver/base/constants.h"
#include "solver/base/host_device.h"
#include "solver/scene/scene.h"

namespace ez {

template <class T>
struct QuantityUnits {
  T hx, hy;   // A/m that 1 in the arrays hx, hy means (V/m for hz): Problem::hx_unit, hy_unit
  T eps, mu;  // ½ε0 in F/m, ½μ0 in H/m (exchanged for hz)
};

// Stored H on the four sides of an Ez node: hx at (i, j), below (i, j−1); hy at (i, j), left (i−1, j).
template <class T>
struct Around {
  T hx, hx_below, hy, hy_left;
};
// On which of its sides a node has no H beside it: it lies on a side that neither mirrors H (PMC: hx(i, −1) = −hx(i,
// 0), hx(i, ny−1) = −hx(i, ny−2)) nor goes on (periodic).
struct NoneBeyond {
  bool left = false, right = false, bottom = false, top = false;
};
// There the even image is taken: H beyond is H before. On metal, where H is largest, that is what it is; at a Mur side
// or behind a layer it is H half a cell further in.
template <class T>
EZ_INLINE Around<T> with_even_image(Around<T> h, const NoneBeyond& none) {
  if (none.left) h.hy_left = h.hy;
  if (none.right) h.hy = h.hy_left;
  if (none.bottom) h.hx_below = h.hx;
  if (none.top) h.hx = h.hx_below;
  return h;
}

// A quantity of an array or a formula. eps_r, mu_r of the node. The quantities hx and hy themselves are the arrays' own
// values, so in the last row or column 0 unless periodic.
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
