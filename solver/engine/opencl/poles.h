// The poles of dispersive media on the device: the nodes that have poles, and the states of these poles
// (problem/dispersive.h).
#pragma once

#include <array>
#include <vector>

#include "solver/engine/opencl/grid.h"
#include "solver/engine/opencl/kernels.h"
#include "solver/engine/pole_state.h"
#include "solver/problem/dispersive.h"

namespace ez::opencl {

template <class T>
class Poles {
 public:
  struct Array {
    DispersiveNodes nodes;
    Buffer<PoleNode> places;
    Buffer<PoleGroup<T>> groups;
    Buffer<PoleCoefs<T>> coefs;
    Buffer<PoleNumbers> numbers;  // these two are for the ledger
    Buffer<PoleMedium<T>> media;
    Buffer<T> states, old;
    Buffer<double> lost;  // by node, while the ledger is on
    std::vector<RimAt<T>> host_rims;
    std::vector<double> rim_units;  // factors of ΔP·Ē
    Buffer<RimAt<T>> rims;
    Buffer<T> rim_fields;
    cl_int count() const { return static_cast<cl_int>(nodes.count); }
  };

  // Sets the nodes. A node that still has its poles keeps their states.
  void set(const Problem& problem, const Grid& grid, Stream& stream);
  const Array& operator[](FieldArray a) const { return arrays_[index_of(a)]; }
  bool any() const;

  // The order of the calls in a step: find_rim_fields(), then for each array correct(), the sources, and advance().
  // remember() comes before the first step after the field was set.
  void remember(Kernels& kernels, const Fields3<T>& fields);
  void find_rim_fields(Kernels& kernels);
  void correct(Kernels& kernels, const Fields3<T>& fields, FieldArray array);
  void advance(Kernels& kernels, const Fields3<T>& fields, FieldArray array);

  void zero(Stream& stream);
  void rescale(double ratio, Stream& stream);
  PoleState<T> save(Stream& stream) const;
  void restore(const PoleState<T>& state, Stream& stream);
  // Switches the summing of losses for the ledger on, from 0, or off.
  void count_losses(bool on, Stream& stream);

 private:
  static Array made(const Problem& problem, FieldArray array, const Grid& grid, Stream& stream);
  static void set_rims(Array& own, const Array& other, FieldArray array, const Problem& problem, const Grid& grid,
                       Stream& stream);
  const Array& other(FieldArray a) const { return (*this)[a == FieldArray::hx ? FieldArray::hy : FieldArray::hx]; }

  std::array<Array, yee_arrays.size()> arrays_;
  bool counting_ = false;
};

}  // namespace ez::opencl
