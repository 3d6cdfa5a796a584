// A problem's arrays and their steps, one node after another. All other engines are compared with it. It uses no
// blocks, no threads, and no order except that of the equations.
//
//   H ← H, Ez          advance_h(), then rims, poles and sources
//   ghosts             H beyond the boundaries
//   Ez ← Ez, H         advance_e(), then poles, sources and Mur's nodes
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "solver/engine/fields.h"
#include "solver/engine/scalar/grid.h"
#include "solver/engine/scalar/maps.h"
#include "solver/physics/view.h"
#include "solver/problem/energy_terms.h"

namespace ez::scalar {

template <class T>
class Loop {
 public:
  // Throws std::bad_alloc; so does update().
  explicit Loop(const Problem& problem);
  void update(const Problem& problem, const Change& change);
  void zero();
  void rescale(double ratio);
  void read(FieldArray array, T* out) const;
  void write(FieldArray array, const T* in);

  void run(const Batch& batch, BatchResult& result);
  void set_gather(const Gather& gather);
  void sample(const std::vector<GatherPoint>& points, double* out) const;
  void read_map(int map, double* out) const { maps_.read(map, out); }

  PictureStats draw(const PictureWindow& window, const ReferenceView& minus, float* pixels) const;
  ReferenceView as_reference() const;
  Health health() const;

  std::unique_ptr<EngineState> save();
  void restore(const EngineState& state);
  void set_ledger(bool on, const Problem& problem);
  EnergyLedger ledger();

  static double bytes(const Problem& problem);  // approximate memory of a loop

 private:
  using Array = std::vector<T>;
  struct PoleState {
    Array p, j;
  };
  // The contents of a checkpoint.
  struct Memory {
    std::array<Array, yee_arrays.size()> fields;                  // by FieldArray
    Array psi_hx, psi_hy, psi_ex, psi_ey;                         // of the layers
    std::array<Array, 4> corrections;                             // of Mur-2 nodes, by boundary and position along it
    std::array<std::vector<PoleState>, yee_arrays.size()> poles;  // by FieldArray and pole
  };
  struct State final : EngineState {
    int nx = 0, ny = 0;
    Memory memory;
    std::optional<EnergyBook> book;
    double bytes() const override;
  };
  struct Tables {
    Array k_e, b_e, c_e, k_h, b_h, c_h;
  };
  struct Coefficients {
    Array a, b;
  };

  std::ptrdiff_t at(int i, int j) const { return j * row_ + i; }
  std::size_t place(int i, int j) const { return static_cast<std::size_t>(at(i + 1, j + 1)); }
  // Returns the address of node (0, 0) of an array.
  T* origin(Array& a) const { return a.data() + row_ + 1; }
  const T* origin(const Array& a) const { return a.data() + row_ + 1; }
  T* field(FieldArray a) { return origin(memory_.fields[index_of(a)]); }
  const T* field(FieldArray a) const { return origin(memory_.fields[index_of(a)]); }

  // Set-up from the problem.
  void set_tables();
  void set_coefficients();
  Layers<T> set_layers(Tables& to, const AxisLayers& from) const;
  void set_poles();
  void set_cross();
  void set_rims();
  const PoleEntries* poles_at(FieldArray array, int i, int j) const;  // nullptr: the array has no such node
  void forget_layers(const Problem& next);
  void forget_corrections(const Problem& next);
  void forget_beyond(const Problem& next);
  void forget_poles();

  void step(const Batch& batch, int n);
  void wrap_e();
  void find_rim_fields();
  void act_on_h(FieldArray array, const double* signals);
  void drive(FieldArray array, const double* signals);
  void advance_poles(FieldArray array);
  void set_ghosts();
  void absorb();
  T mur_value(const MurNode& node) const;
  void note(const Batch& batch, int n, BatchResult& result);

  struct Ledger {
    EnergyTerms terms;
    EnergySums sums;
    EnergyBook book;
    bool edited = true;                                                 // no step since the last edit
    std::array<std::vector<double>, yee_arrays.size()> before_sources;  // values of the terms' nodes in this step
  };
  const std::vector<NodeTerm>& driven_nodes(FieldArray array) const;
  void measure_before_sources(FieldArray array);
  void measure_step();
  void measure_pole(FieldArray array, const PoleAt<T>& pole, double step_of_p);
  EnergyStock stock();
  EnergyStock stock_of_nodes() const;
  EnergyStock stock_of_poles(FieldArray array) const;
  double stored_at_rims(FieldArray array) const;
  double held(int i, int j) const;
  double pole_unit(FieldArray array, int i, int j) const;
  struct Rise {
    double drop = 0, held_a = 0, held_b = 0;
  };
  Rise rise_at(FieldArray array, int i, int j) const;
  template <class F>
  void each_pole_node(FieldArray array, F f) const;
  void leave_ledger_period();
  void enter_ledger_period();
  void enter_terms();  // with the problem's new terms

  T shown(const PictureWindow& window, const ReferenceView& minus, int i, int j) const;
  T quantity_of(Quantity quantity, int i, int j) const;

  Problem p_;
  std::ptrdiff_t row_ = 0;
  Memory memory_;
  std::array<Array, yee_arrays.size()> old_;       // the fields before the step
  std::array<Array, yee_arrays.size()> pole_old_;  // the same plus twice the rims' fields, for the poles
  std::array<Array, 2> q_, rim_field_;             // for hx and hy

  std::array<Coefficients, yee_arrays.size()> coefficients_;
  Tables x_, y_;
  Grid<T> grid_;
  std::array<std::vector<PoleAt<T>>, yee_arrays.size()> poles_;
  std::array<std::vector<CrossAt<T>>, 2> cross_;  // hx, hy
  std::array<std::vector<RimAt<T>>, 2> rims_;

  Gather gather_;
  Maps<T> maps_;
  std::optional<Ledger> ledger_;
  const Kernels<T>& kernels_;
};

}  // namespace ez::scalar
