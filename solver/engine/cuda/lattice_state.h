// A copy, on the device, of all that decides how a run goes on. What Mur nodes of first order remember is in the field
// already; those of second order keep the step before.
#pragma once

#include <array>
#include <optional>

#include "solver/engine/cuda/memory.h"
#include "solver/engine/engine.h"
#include "solver/problem/energy_terms.h"

namespace ez::cuda {

template <class T>
struct LatticeState final : EngineState {
  int nx = 0, ny = 0;
  DeviceBuffer<T> ez, hx, hy, mur;
  std::array<DeviceBuffer<T>, 4> psi_e, psi_h;  // by Side
  std::optional<EnergyBook> book;               // closed: the field's own energy is not in it

  double bytes() const override {
    std::size_t sum = ez.bytes() + hx.bytes() + hy.bytes() + mur.bytes();
    for (std::size_t k = 0; k < 4; ++k) sum += psi_e[k].bytes() + psi_h[k].bytes();
    return static_cast<double>(sum);
  }
};

// Memory of the right size is kept.
template <class T>
void make_room(DeviceBuffer<T>& to, const DeviceBuffer<T>& like) {
  if (to.count() == like.count()) return;
  to = DeviceBuffer<T>();
  to = DeviceBuffer<T>(like.count());
}
template <class T>
void copy(const DeviceBuffer<T>& to, const DeviceBuffer<T>& from, cudaStream_t stream) {
  if (from.count() > 0)
    EZ_CUDA(cudaMemcpyAsync(to.data(), from.data(), from.bytes(), cudaMemcpyDeviceToDevice, stream));
}

}  // namespace ez::cuda
