// A copy, on the device, of all that decides how a run goes on. What Mur nodes of first order remember is in the field
// already; those of second order keep the step before.
#pragma once

#include <optional>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/poles.h"
#include "solver/engine/engine.h"
#include "solver/problem/energy_terms.h"

namespace ez::cuda {

template <class T>
struct LatticeState final : EngineState {
  int nx = 0, ny = 0;
  std::vector<DeviceBuffer<T>> arrays;  // the fields', ψ, what Mur nodes remember
  typename Poles<T>::State poles;
  std::optional<EnergyBook> book;  // closed: the field's own energy is not in it

  double bytes() const override {
    std::size_t sum = 0;
    for (const DeviceBuffer<T>& a : arrays) sum += a.bytes();
    return static_cast<double>(sum) + poles.bytes();
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
