// A run that has gone unstable: where it began, what caused it, and what would mend it.
//
// An instability is a mode that grows exponentially, and it sits where its cause is: in the layer whose recursion has
// the wrong sign, along the Mur wall, in the medium that is too fast for Δt. So the run is gone through once more from
// its last good state, and the node where |Ez| is largest just before the end tells the causes of a scene apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "solver/measure/stability_monitor.h"
#include "solver/measure/trial.h"
#include "solver/run/solver.h"
#include "solver/scene/raster.h"

namespace ez {

struct Runaway {
  Node node;               // the first bad one: the first not finite in row order, else the largest |Ez|
  Node origin;             // of the largest |Ez| when the field last passed
  std::uint64_t step = 0;  // the first one known to be bad
  double max_abs = 0;      // V/m, when the field last passed
  double possible = 0;     // V/m that the sources can have made by then
  double growth = 1;       // factor per step up to there
};
// The step up to which nothing of it was to be seen: twelve decades before the first bad one. 0 when it did not grow.
std::uint64_t unseen_until(const Runaway& runaway);
// An unstable run without a look back: the origin is where |Ez| is largest now.
Runaway as_it_stands(Solver& solver, const StabilityMonitor& stability);
// Goes through the run from `good` to where it is now, until the field is bad, in ever smaller strides while there is
// time (s; infinite: the result is the same on every machine) and memory. The solver is left somewhere on the way:
// restore it. `before_bad`: the last state that passed; left empty without memory for it.
Runaway trace(Solver& solver, const Checkpoint& good, const StabilityMonitor& stability, double seconds,
              Checkpoint* before_bad = nullptr);

struct Diagnosis {
  std::string cause;
  std::string remedy;           // in a few words ("Use the default"); empty when there is none
  std::optional<Scene> mended;  // the scene with it
};
// `nodes` as rasterize(scene). A hidden fault stays untold. A remedy that `attempt` says fails is not told, and a cause
// whose remedies all fail gives way to the next one that explains it; where nothing lies at fault, the boundaries are
// changed one by one, and the cause is that without which it holds. Without `attempt` all remedies are untried.
Diagnosis diagnose(const Scene& scene, const NodeMap& nodes, const Runaway& runaway, const Attempt& attempt = {});

}  // namespace ez
