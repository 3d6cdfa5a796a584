// Views of a lattice's state: as its buffers (SchemeArguments::state), as a FieldView, and as the arguments of a step's two
// kernels.
#pragma once

#include <cstddef>

#include "solver/engine/cuda/streamed/pass.h"

namespace ez::cuda::streamed {

// Indices of the state's buffers.
enum State : std::size_t { ez, hx, hy, psi, corrections = psi + 8 };

// at(k) returns the values of buffer k.
template <class T, class At>
FieldView<T> field_of(At at) {
  FieldView<T> f{at(ez), at(hx), at(hy), {}, {}};
  for (std::size_t side = 0; side < 4; ++side)
    f.psi_e[side] = at(psi + 2 * side), f.psi_h[side] = at(psi + 2 * side + 1);
  return f;
}

template <class T>
void point_at(HStep<T>& h, EStep<T>& e, const FieldView<T>& f) {
  for (Arrays<T>* a : {&h.f, &e.f}) a->ez = f.ez, a->hx = f.hx, a->hy = f.hy;
  const auto point = [](AxisView<T>& axis, T* const(&of)[4], std::size_t low) {
    axis.psi_low = of[low], axis.psi_high = of[low + 1];
  };
  point(h.x, f.psi_h, 0), point(h.y, f.psi_h, 2);
  point(e.x, f.psi_e, 0), point(e.y, f.psi_e, 2);
}

}  // namespace ez::cuda::streamed
