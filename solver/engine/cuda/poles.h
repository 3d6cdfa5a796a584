// The poles of dispersive media on the device (physics/poles.h): a list of the nodes that have poles, with their
// states. Each array has two kernels per step, before and after the sources.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/views.h"
#include "solver/engine/pole_state.h"
#include "solver/physics/rim.h"
#include "solver/problem/dispersive.h"
#include "solver/problem/energy_terms.h"

namespace ez::cuda {

// The poles of a palette entry: coefs and numbers [first, first + count).
template <class T>
struct PoleGroup {
  T gain = 0;
  int first = 0, count = 0;
  double a = 1, b = 0;         // ca and cb, or da and db
  double unit = 0, sigma = 0;  // see PoleEntries
};
struct PoleNode {
  std::ptrdiff_t at = 0;  // index in the array
  int i = 0, j = 0;
  int entry = 0;
};
// A rim node that drives its poles (physics/rim.h).
template <class T>
struct RimPole {
  std::ptrdiff_t at = 0;  // index in the array
  std::size_t node = 0;   // its number among the nodes with poles
  std::size_t neighbours[4] = {0, 0, 0, 0};
  int j = 0;
  T own = 0;
  CrossWeights<T> weights = {};
  T gain = 0, c = 0;
  T field = 0;
  double unit = 0;  // factor of ΔP·Ē
};
template <class T>
struct PoleView {
  const PoleNode* nodes = nullptr;
  std::size_t count = 0;
  const PoleGroup<T>* groups = nullptr;
  const PoleCoefs<T>* coefs = nullptr;
  const PoleEntry* numbers = nullptr;
  T *states = nullptr, *old = nullptr;
  double* lost = nullptr;  // per node; nullptr: the ledger is off
};

// ---- poles.cu
template <class T>
void launch_poles_remember(const T* array, const PoleView<T>& poles, cudaStream_t stream);
template <class T>
void launch_poles_correct(T* array, const PoleView<T>& poles, cudaStream_t stream);
template <class T>
void launch_poles_follow(const T* array, const PoleView<T>& poles, cudaStream_t stream);
// Computes the fields of the rim charges before a step and stores each in its node. If to_old is set, adds twice that
// field to `old`. `other_states` points to the states of the other array's poles.
template <class T>
void launch_poles_prepare_rims(const PoleView<T>& poles, int pole_count, const T* other_states, std::size_t other_count,
                               int other_poles, RimPole<T>* rims, int count, bool to_old, cudaStream_t stream);
template <class T>
void launch_poles_correct_rims(T* array, const RimPole<T>* rims, int count, cudaStream_t stream);
// Computes the energy of each node and its losses. Nodes outside the region get 0. lost_at_conductors: no step since
// the last edit.
template <class T>
void launch_poles_stock(const EStep<T>& e, FieldArray array, const PoleView<T>& poles, const EnergyRegion& region,
                        bool lost_at_conductors, EnergyStock* stocks, double* losses, const double* rim_known,
                        cudaStream_t stream);

template <class T>
class Poles {
 public:
  // Sets the nodes. A node that still has its poles keeps their states. Throws OutOfMemory and then leaves the states
  // untouched.
  void set(const Problem& problem, std::ptrdiff_t pitch, cudaStream_t stream);
  bool any() const;
  // Call before a step.
  void prepare_rims(cudaStream_t stream);
  void remember(const Arrays<T>& f, cudaStream_t stream);
  void correct(const Arrays<T>& f, FieldArray array, cudaStream_t stream);
  void follow(const Arrays<T>& f, FieldArray array, cudaStream_t stream);
  void zero(cudaStream_t stream);
  void rescale(double ratio, cudaStream_t stream);

  using State = PoleState<T>;
  State save(cudaStream_t stream) const;
  void restore(const State& state, cudaStream_t stream);

  // Adds the states of rows [first, first + count).
  void add_row_memory(int first, int count, std::vector<RowPiece>& pieces) {
    for (Array& a : arrays_) add_pole_rows(a.nodes, a.states.data(), first, count, pieces);
  }

  // Switches the summing of losses for the ledger on or off.
  void count_losses(bool on, cudaStream_t stream);
  struct Energy {
    EnergyStock stock;
    double lost_e = 0, lost_h = 0;  // by the poles of the arrays
  };
  Energy energy(const EStep<T>& e, const EnergyRegion& region, bool lost_at_conductors, cudaStream_t stream) const;

 private:
  struct Array {
    DispersiveNodes nodes;
    DeviceList<PoleNode> places;
    DeviceList<PoleGroup<T>> groups;
    DeviceList<PoleCoefs<T>> coefs;
    DeviceList<PoleEntry> numbers;
    DeviceBuffer<T> states, old;
    DeviceBuffer<double> lost;
    DeviceList<RimPole<T>> rims;
    std::vector<RimPole<T>> host_rims;
    PoleView<T> view() const {
      return {places.data(),  nodes.count,   groups.data(), coefs.data(),
              numbers.data(), states.data(), old.data(),    lost.count() > 0 ? lost.data() : nullptr};
    }
  };
  static Array made(const Problem& problem, FieldArray array, std::ptrdiff_t pitch, cudaStream_t stream);
  static void set_rims(std::array<Array, yee_arrays.size()>& arrays, const Problem& problem, std::ptrdiff_t pitch,
                       cudaStream_t stream);
  const Array& other_array(FieldArray array) const {
    return arrays_[index_of(array == FieldArray::hx ? FieldArray::hy : FieldArray::hx)];
  }
  double stored_at_rims(FieldArray array, const EnergyRegion& region, cudaStream_t stream) const;
  static std::vector<T> down(const Array& a, cudaStream_t stream);
  static void up(Array& a, const std::vector<T>& states, cudaStream_t stream);

  std::array<Array, yee_arrays.size()> arrays_;
  bool counting_ = false;
};

}  // namespace ez::cuda
