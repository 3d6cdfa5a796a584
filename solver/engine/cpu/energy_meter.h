// The part of the energy ledger that the CPU engine updates in each step: the flux through the region's boundary, the
// input of sources and the loss in lossy nodes (solver/physics/energy.h).
//
// The sums are stored per row. One thread at a time works on a row and its steps come in order, so the result does not
// depend on the number of threads.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/cpu/by_row.h"
#include "solver/engine/cpu/field.h"
#include "solver/problem/energy_terms.h"

namespace ez {

template <class T>
class EnergyMeter {
 public:
  EnergyMeter(const EnergyTerms& terms, int rows);

  // Stores the values from which the first step of a batch starts.
  void remember(const Field<T>& field);
  // Record row j in one step. before_sources() is called after Ez is updated and before its sources act. after_row() is
  // called when the row's step is complete.
  void before_sources(const Field<T>& field, int j);
  // The same as before_sources() for hx or hy, in the columns [begin, end).
  void before_sources_on(const Field<T>& field, FieldArray array, int j, int begin, int end);
  void after_row(const Field<T>& field, int j);

  EnergySums sums() const;
  void clear();

  // Returns the bytes needed for each lossy node, including its term, while the nodes are sorted by rows.
  static double bytes_to_make_a_loss() { return sizeof(NodeTerm) + 2 * sizeof(Loss); }

 private:
  struct Flux {
    int i, j, h_i, h_j;
    Side side;
    T old;
    double weight;
  };
  struct Input {
    int i, j;
    T old, updated;
    double weight;
  };
  struct Loss {
    int i, j;
    T old;
    double weight;
  };
  struct alignas(64) RowSums {
    EnergySums sums;
  };
  static double h_of_flux(const Field<T>& field, const Flux& f);

  ByRow<Flux> flux_;
  std::array<ByRow<Input>, yee_arrays.size()> sources_;  // by FieldArray
  ByRow<Loss> loss_ez_, loss_hx_, loss_hy_;
  std::vector<RowSums> rows_;
};

}  // namespace ez
