// A run that records some nodes until a given step. It works in short parts, so that it can be cancelled.
#pragma once

#include <optional>
#include <vector>

#include "solver/engine/backend.h"
#include "solver/run/solver.h"
#include "solver/scene/scene.h"

namespace ez {

// The nodes that a run records, and for how long.
struct TapPlan {
  std::vector<Node> taps;  // nodes of the scene
  int steps = 0;           // length of the run
  int every = 1;           // steps from one sample to the next
  double limit = 0;        // the run ends as soon as a value exceeds it or is not finite; 0: no limit
};
struct TapRecord {
  std::vector<float> values;  // sample after sample, one value for each tap, V/m
  bool ended_early = false;   // a value exceeded the limit
};

class TapRun {
 public:
  // Throws EngineError, OutOfMemory. `maker` and `plan` must outlive the run.
  TapRun(const EngineMaker& maker, const Scene& scene, const Padding& padding, const TapPlan& plan);
  // Advances by some milliseconds. Returns false at the end.
  bool step();
  double fraction() const { return plan_.steps > 0 ? static_cast<double>(made_) / plan_.steps : 1; }
  TapRecord take() { return std::move(record_); }  // at the end

 private:
  const TapPlan& plan_;
  Solver solver_;
  int made_ = 0;
  TapRecord record_;
};

}  // namespace ez
