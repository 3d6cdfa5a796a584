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
  std::vector<double> step_seconds;  // s per step, one for each slice but the first
  std::string why;                   // why it cannot run; empty: it can
  BlockLimits limits;
  double median() const;  // s per step; 0 when nothing was measured
};

class Sweep {
 public:
  static constexpr double slice_seconds = 4e-3;         // s that a slice is to take, unless a single step takes longer
  static constexpr int slices = 5, slices_of_slow = 3;  // that a candidate is measured in; slow: a step takes longer

  enum class Kind { blocks, schemes };
  Sweep(Kind kind, std::vector<Candidate> candidates, Solver& solver);

  // Makes the solver ready for the next slice and returns its steps; 0: all is measured, and the solver is as it was.
  int begin_slice(Solver& solver);
  // Tells what the kernels of that slice took, in s.
  void end_slice(int steps, double seconds);
  // Gives the solver back the scheme and block that ran before.
  void restore(Solver& solver) const;

  Kind kind() const { return kind_; }
  double fraction() const;
  const std::vector<Measured>& results() const { return results_; }  // of the candidates that were begun

 private:
  double part() const;  // how much of the last candidate is measured, 0 … 1

  Kind kind_;
  std::vector<Candidate> candidates_;
  Candidate before_;  // what ran before the sweep
  std::vector<Measured> results_;
  int made_ = 0;             // slices made of the last of results_
  double step_seconds_ = 0;  // s per step of its last slice
};

// What runs now.
Candidate running(Solver& solver);

}  // namespace ez
