// Kernels measured while the run goes on: every candidate (a scheme and a block shape) makes some short batches of the
// running scene, a slice each, so that the window stays responsive. Neither choice changes what is computed (a scheme
// within its `agreement`), so the field just runs on. At the end, or when cancelled, what ran before runs again.
//
// A candidate's first slice is a single step: it warms up and says how many steps the others may have.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "solver/run/solver.h"

namespace ez {

struct Candidate {
  SchemeChoice scheme;
  BlockShape block;
  bool operator==(const Candidate&) const = default;
};

struct Measured {
  Candidate candidate;               // with the block that ran: the engine's own where the wanted one is illegal
  std::vector<double> step_seconds;  // one for each slice, the first not counted
  std::string why;                   // it cannot run
  BlockLimits limits;
  double median() const;  // s per step; 0 when nothing was measured
};

class Sweep {
 public:
  static constexpr double slice_seconds = 4e-3;         // that a slice is to take, unless a single step takes longer
  static constexpr int slices = 5, slices_of_slow = 3;  // that count; slow: one step is longer than a slice

  enum class Kind { blocks, schemes };
  Sweep(Kind kind, std::vector<Candidate> candidates, Solver& solver);

  // Makes the solver ready for the next slice and returns its steps. 0: all is measured, and the solver as it was.
  int begin_slice(Solver& solver);
  // What the kernels of that slice took.
  void end_slice(int steps, double seconds);
  // Puts the solver back to what ran before.
  void restore(Solver& solver) const;

  Kind kind() const { return kind_; }
  double fraction() const;
  const std::vector<Measured>& results() const { return results_; }  // those begun

 private:
  double part() const;

  Kind kind_;
  std::vector<Candidate> candidates_;
  Candidate before_;
  std::vector<Measured> results_;
  int made_ = 0;             // slices of the last of results_
  double step_seconds_ = 0;  // of its last slice
};

// What runs now.
Candidate running(Solver& solver);

}  // namespace ez
