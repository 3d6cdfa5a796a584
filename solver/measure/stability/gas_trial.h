// A gas that failed, tried with other numbers before they are offered: it is computed again, on the CPU and apart from
// the run, past the time at which it failed.
#pragma once

#include <stop_token>

#include "solver/base/precision.h"
#include "solver/gas/problem.h"
#include "solver/measure/stability/failed_cells.h"
#include "solver/scene/scene.h"

namespace ez {

class GasTrial {
 public:
  // All trials together may compute so many cells (once a step), about two seconds' work. A number and not a time: what
  // is offered is the same on every machine.
  explicit GasTrial(double cells = 1e8, std::stop_token stop = {}, int threads = 0)
      : left_(cells), stop_(std::move(stop)), threads_(threads) {}

  // From the scene's start to twice the time at which it failed, s.
  Outcome from_start(const Scene& mended, double failed_at);
  // From this state for so many seconds.
  Outcome from(const gas::GasProblem& state, Precision precision, double seconds);

 private:
  double left_;  // cells
  std::stop_token stop_;
  int threads_;
};

}  // namespace ez
