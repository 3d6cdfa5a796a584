// The part of the state that belongs to experiments of several runs: sweeps and the convergence verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/study/sweep.h"

namespace ez {

struct ConvergenceProgress {
  double fraction = 0;              // of the work, 0 … 1
  std::vector<Convergence> checks;  // once it is done: one for each check
  bool done = false;
  std::string failed;  // the reason of a failure; empty: none
};

// A sweep that runs or has run, with the points so far.
struct ShownSweep {
  SceneSweep of;
  Scene scene;                     // the scene whose numbers vary
  std::vector<SweepPoint> points;  // all points; those without a result have NaN and no problem
  std::vector<bool> known;         // by point: it has a result
  double fraction = 0;             // of the work, 0 … 1
  bool running = false;
};

struct StudyState {
  // Progress of the runs on other grids; empty if none are in work. State::convergence has the results.
  std::optional<ConvergenceProgress> convergence;
  std::optional<SceneSweep> setup;  // the sweep in the panel
  std::optional<ShownSweep> sweep;
};

}  // namespace ez
