// The per-step part of the energy ledger on the CPU: what crosses the region's rim, what sources put in, what lossy
// nodes take (solver/physics/energy.h).
//
// Sums are kept per row: a row is worked on by one thread at a time and its steps come in order, so the result does not
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

  // Before a batch: the values that the first step starts from.
  void remember(const Field<T>& field);
  // Row j at one step: its Ez is updated and has no source yet; all that happens to it in this step has happened.
  void before_sources(const Field<T>& field, int j);
  // The same of its hx or hy, in the columns [begin, end).
  void before_sources_on(const Field<T>& field, FieldArray array, int j, int begin, int end);
  void after_row(const Field<T>& field, int j);

  EnergySums sums() const;
  void clear();

  // Of memory for each lossy node, its term included, while they are sorted by rows.
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
  static double h_beside(const Field<T>& field, const Flux& f);

  ByRow<Flux> flux_;
  std::array<ByRow<Input>, yee_arrays.size()> sources_;  // by FieldArray
  ByRow<Loss> loss_ez_, loss_hx_, loss_hy_;
  std::vector<RowSums> rows_;
};

}  // namespace ez
