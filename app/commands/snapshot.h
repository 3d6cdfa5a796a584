// The last good field of a run, kept beside it at little cost: a copy is taken when the copies so far took less than a
// twentieth of the time.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "solver/solver.h"

namespace ez {

class Snapshot {
 public:
  // The solver's field is good at this moment.
  void offer(Solver& solver);
  std::uint64_t step() const { return step_; }
  // The main array, ny·nx; zero when nothing was kept.
  std::vector<double> values(const Grid& grid) const;

 private:
  using Clock = std::chrono::steady_clock;
  std::vector<float> single_;
  std::vector<double> double_;
  std::uint64_t step_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::duration spent_{0};
};

}  // namespace ez
