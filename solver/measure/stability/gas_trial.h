// Tries other parameters for a gas that failed, before they are offered to the user. The gas is computed again past the
// time of the failure, on the CPU and separately from the run.
#pragma once

#include <stop_token>

#include "solver/base/precision.h"
#include "solver/gas/problem.h"
#include "solver/measure/stability/failed_cells.h"
#include "solver/scene/scene.h"

namespace ez {

class GasTrial {
 public:
  // All trials together may compute this many cells (counted once per step), about two seconds' work. The limit is a
  // count and not a time, so that every machine offers the same remedy.
  explicit GasTrial(double cells = 1e8, std::stop_token stop = {}, int threads = 0)
      : left_(cells), stop_(std::move(stop)), threads_(threads) {}

  // Runs from the scene's start to twice the time at which it failed, s.
  Outcome from_start(const Scene& fixed_scene, double failed_at);
  // Runs from this state for this many seconds.
  Outcome from(const gas::GasProblem& state, Precision precision, double seconds);

 private:
  double left_;  // number of cells left
  std::stop_token stop_;
  int threads_;
};

}  // namespace ez
