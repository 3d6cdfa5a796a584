// The energy ledger on the device (solver/physics/energy.h): points with their sums, and the bookkeeping across edits.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "solver/engine/opencl/coefficients.h"
#include "solver/engine/opencl/grid.h"
#include "solver/engine/opencl/kernels.h"
#include "solver/engine/opencl/poles.h"
#include "solver/problem/energy_terms.h"

namespace ez::opencl {

// These four have the members of those in kernels/energy.cl.
struct EnergyPoint {
  std::int64_t node, outside;
  double weight, sum, turnover, old, updated;
  cl_int array, is_flux;
};
struct LossPoint {
  std::int64_t node;
  double weight, sum, old;
};
struct Region {
  cl_int i0, j0, i1, j1, hy_end, hx_end;
  cl_int half_left, half_right, half_bottom, half_top;
};

// The parts of a lattice that the ledger reads.
template <class T>
struct Measured {
  const Grid& grid;
  const Fields3<T>& fields;
  const Coefficients<T>& media;
  Poles<T>& poles;
  Kernels& kernels;
};

template <class T>
class EnergyMeter {
 public:
  // Starts the ledger. The lattice must outlive it.
  EnergyMeter(const Problem& problem, const Measured<T>& lattice);

  // Calls of a step.
  void before_sources(FieldArray array);
  void after_step();

  // Surround every change of the field or of its tables: leave() before it, enter() after it.
  void leave();
  void enter();
  void enter(const Problem& problem);  // with new nodes
  void empty();                        // the field is 0 everywhere
  EnergyLedger ledger() { return book_.reading(terms_, sums(), stock()); }
  EnergyBook closed();  // for a checkpoint: without the field's own energy
  void resume(const std::optional<EnergyBook>& book);

 private:
  void set_lists(const Problem& problem);
  void begin();
  EnergySums sums();
  EnergyStock stock();
  EnergyStock stock_of_poles(FieldArray array, double* lost);
  std::vector<double> known_at_rims(FieldArray array);
  double stored_at_rims(FieldArray array);
  Stream& stream() const { return at_.kernels.stream(); }

  Measured<T> at_;
  EnergyTerms terms_;
  Region region_{};
  std::size_t fluxes_ = 0;                                        // points that are fluxes; those of sources follow
  std::array<std::size_t, yee_arrays.size()> first_{}, count_{};  // points of an array's sources
  Buffer<EnergyPoint> points_;
  std::array<Buffer<LossPoint>, yee_arrays.size()> losses_;
  Buffer<Sample> rims_;
  EnergyBook book_;
  bool edited_ = true;  // no step since the last edit
};

}  // namespace ez::opencl
