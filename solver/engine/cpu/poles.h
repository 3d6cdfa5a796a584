// The poles of dispersive media on the CPU (physics/poles.h): the states of the nodes that have poles, and their part
// of a step. That part runs row by row, right after the row's own update and before and after its sources.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "solver/engine/cpu/by_row.h"
#include "solver/engine/cpu/energy_meter.h"
#include "solver/engine/cpu/field.h"
#include "solver/engine/cpu/rows/rows.h"
#include "solver/engine/pole_state.h"
#include "solver/physics/rim.h"
#include "solver/problem/dispersive.h"

namespace ez {

template <class T>
class Poles {
 public:
  explicit Poles(const RowKernels<T>& kernels) : kernels_(kernels) {}
  // Sets the nodes. A node that still has its poles keeps their states. Throws std::bad_alloc.
  void set(const Problem& problem);
  bool any() const { return any_; }
  bool any(FieldArray array) const { return !of(array).nodes.empty(); }
  // Returns true if row j of the array has poles.
  bool has(FieldArray array, int j) const;

  // Stores the field from which the first step of a batch starts.
  void remember(const Field<T>& field);
  // any_rims() is true if rims drive poles (physics/rim.h). prepare_rims() must then be called before each step. It
  // computes the fields of the rim charges in rows [begin, end) and reads the states of other rows.
  bool any_rims() const { return any_rims_; }
  void prepare_rims(int begin, int end);
  // Advance columns [begin, end) of row j: correct() right after the array's update, follow() after the sources.
  void correct(Field<T>& field, FieldArray array, int j, int begin, int end);
  void follow(const Field<T>& field, FieldArray array, int j, int begin, int end);
  // Does both. Allowed if no source acts between them and no losses are summed.
  void step(Field<T>& field, FieldArray array, int j, int begin, int end);

  void zero();
  void rescale(double ratio);
  // Save the states to a checkpoint and restore them. The set of dispersive nodes may have changed in between.
  using State = PoleState<T>;
  void save(State& state) const;
  void restore(const State& state);

  // Adds the states of rows [first, first + count).
  void add_row_memory(int first, int count, std::vector<RowPiece>& pieces);

  // The part of the energy ledger, in units of energy.h: the energy of the poles in row j, and, while a region is set,
  // the losses of its poles. For H it is the difference to the stock of a medium without poles. `held` returns Ez of a
  // conductor at column i of row j, or else 0. It is empty if no node has become a conductor since the last step.
  using Held = std::function<double(int i, int j)>;
  void set_region(const EnergyRegion* region);
  EnergyStock stock_of_row(const Field<T>& field, const EnergyRegion& region, int j, const Held& held) const;
  void forget_losses();
  struct Lost {
    double of_e = 0, of_h = 0;
  };
  Lost lost() const;

 private:
  struct Entry {
    T a = 1, b = 0;  // ca and cb, or da and db
    T gain = 0;
    std::vector<PoleCoefs<T>> poles;
    PoleEntries numbers;
    double unit = 0;  // factor of ΔP·Ē
  };
  struct Array {
    DispersiveNodes nodes;
    std::vector<std::size_t> first_span;  // index of each row's first span, and one past the last
    std::vector<Entry> entries;
    std::vector<T> states, old;
    T* p(std::size_t pole) { return states.data() + 2 * pole * nodes.count; }
    T* j(std::size_t pole) { return p(pole) + nodes.count; }
    const T* p(std::size_t pole) const { return states.data() + 2 * pole * nodes.count; }
    const T* j(std::size_t pole) const { return p(pole) + nodes.count; }
  };
  struct RimNode {
    int i, j;
    std::size_t node;                       // its number among the nodes with poles
    std::array<std::size_t, 4> neighbours;  // numbers of the four nodes of the other array
    T own;
    CrossWeights<T> weights;
    T gain, c;  // gain of its entry; sum of the c of its poles
    T field;
  };
  struct alignas(64) RowSum {
    Lost lost;
  };
  // Process n adjacent nodes of one entry, whose states begin at `node`.
  void correct(const Array& a, const Entry& entry, T* now, std::size_t node, int n) const;
  void follow(Array& a, const Entry& entry, const T* now, std::size_t node, int n);
  Array& of(FieldArray array) { return arrays_[index_of(array)]; }
  const Array& of(FieldArray array) const { return arrays_[index_of(array)]; }
  static Array made(const Problem& problem, FieldArray array);
  // Calls f(entry, begin, count, node) for the dispersive parts of [begin, end) in row j. `begin` is the first column
  // and `node` the number of the first node.
  template <class F>
  static void each(const Array& a, int j, int begin, int end, F f);
  void set_rims(const Problem& problem);
  ByRow<RimNode>& rims(FieldArray array) { return rims_[array == FieldArray::hx ? 0 : 1]; }
  const ByRow<RimNode>& rims(FieldArray array) const { return rims_[array == FieldArray::hx ? 0 : 1]; }
  T half_step_on(const Array& a, std::size_t node) const;
  T field_of_rim(FieldArray array, const RimNode& node) const;
  double stored_at_rims(FieldArray array, int j) const;
  double stored(FieldArray array, const EnergyRegion& region, int j) const;
  EnergyStock stock_of_h(FieldArray array, const Field<T>& field, const EnergyRegion& region, int j,
                         const Held& held) const;

  const RowKernels<T>& kernels_;
  std::array<Array, yee_arrays.size()> arrays_;
  std::array<ByRow<RimNode>, 2> rims_;  // for hx, for hy
  bool any_ = false, any_rims_ = false;
  const EnergyRegion* region_ = nullptr;  // set while the ledger is on
  std::vector<RowSum> lost_;
};

}  // namespace ez
