// Measures kernels during the run. Every candidate (a scheme and a block shape) computes some short batches of the
// running scene, called slices, so that the window stays responsive. The choice of kernels does not change the results
// (a scheme's within its `agreement`), so the field simply continues. At the end, or when the sweep is cancelled, the
// previous kernels run again.
//
// A candidate's first slice is a single step. It warms up the kernel and determines how many steps the next slice may
// have. A single step does not show how long the host takes to launch the kernels of many, so a slice has at most
// `growth` times the steps of the slice before it, and a slice that was shortened for this reason is not counted.
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
  Candidate candidate;               // with the block that ran: the engine's own if the wanted one is illegal
  std::vector<double> step_seconds;  // s per step, one for each counted slice
  std::string why;                   // why it cannot run; empty: it can
  BlockLimits limits;
  double median() const;  // s per step; 0 if nothing was measured
};

class Sweep {
 public:
  static constexpr double slice_seconds = 4e-3;  // s that a slice should take, unless a single step takes longer
  // slices per candidate; slow: a single step takes longer than a slice
  static constexpr int slices = 5, slices_of_slow = 3;
  static constexpr int growth = 64;

  enum class Kind { blocks, schemes };
  Sweep(Kind kind, std::vector<Candidate> candidates, Solver& solver);

  // Prepares the solver for the next slice and returns its number of steps. 0: everything is measured, and the solver
  // has its previous scheme and block.
  int begin_slice(Solver& solver);
  // Reports the time in s that the kernels of that slice took.
  void end_slice(int steps, double seconds);
  // Restores the solver's previous scheme and block.
  void restore(Solver& solver) const;

  Kind kind() const { return kind_; }
  double fraction() const;
  const std::vector<Measured>& results() const { return results_; }  // of the candidates that have begun

 private:
  double part() const;     // completed part of the last candidate, 0 … 1
  int full_slice() const;  // steps that take slice_seconds, by the last slice

  Kind kind_;
  std::vector<Candidate> candidates_;
  Candidate before_;  // scheme and block before the sweep
  std::vector<Measured> results_;
  int steps_ = 0;            // steps of the last completed slice of the last of results_
  double step_seconds_ = 0;  // s per step of that slice
  bool counts_ = false;      // the slice that runs now is counted
};

// Returns the scheme and block that run now.
Candidate running(Solver& solver);

}  // namespace ez
