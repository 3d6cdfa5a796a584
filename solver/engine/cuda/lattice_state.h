// A copy, on the device, of everything that determines how a run continues. The values that Mur nodes of first order
// store are already in the field; those of second order also store their corrections.
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
  std::vector<DeviceBuffer<T>> arrays;  // the fields, ψ, the corrections of Mur nodes
  typename Poles<T>::State poles;
  // A closed book: the present energy of the field is not in it.
  std::optional<EnergyBook> book;

  double bytes() const override {
    std::size_t sum = 0;
    for (const DeviceBuffer<T>& a : arrays) sum += a.bytes();
    return static_cast<double>(sum) + poles.bytes();
  }
};

// Gives `to` the size of `like`. Reuses memory of the right size.
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
