// A run that has gone unstable: where it began, what caused it, and what would mend it.
//
// An instability is a mode that grows exponentially, and it sits where its cause is: in the layer whose recursion has
// the wrong sign, along the Mur wall, in the medium that is too fast for Δt. So the run is gone through once more from
// its last good state, and the node where |Ez| is largest just before the end tells the causes of a scene apart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "solver/measure/stability/stability_monitor.h"
#include "solver/measure/stability/trial.h"
#include "solver/run/solver.h"
#include "solver/scene/raster/raster.h"

namespace ez {

struct Runaway {
  Node node;               // the bad one: the first that is not finite, in row order, else that of the largest |Ez|
  Node origin;             // where |Ez| was largest when the field last passed
  std::uint64_t step = 0;  // the first after which the field is known to be bad
  double max_abs = 0;      // V/m: the largest |Ez| when the field last passed
  double possible = 0;     // V/m: the largest |Ez| that the sources can have made by then
  double growth = 1;       // factor per step by which the largest |Ez| grew up to there
};
// The step up to which the growth was too small to be seen: twelve decades before the bad one. 0 when nothing grew.
std::uint64_t unseen_until(const Runaway& runaway);
// An unstable run without a look back: the origin is where |Ez| is largest now.
Runaway as_it_stands(Solver& solver, const StabilityMonitor& stability);
// Goes through the run from `good` to where it is now, until the field is bad, in ever smaller strides while there is
// time (s; infinite: the result is the same on every machine) and memory. The solver is left somewhere on the way, so
// it is to be restored. `before_bad` becomes the last state that passed; empty where there is no memory for it.
Runaway trace(Solver& solver, const Checkpoint& good, const StabilityMonitor& stability, double seconds,
              Checkpoint* before_bad = nullptr);

// Describes a run that grows slowly. Its origin is the node with the largest |Ez| in the tile that grew most. Copies
// the run's state to `now`, which is empty if there is no memory for it.
Runaway slow_runaway(Solver& solver, const Growth& growth, Checkpoint* now);

struct Diagnosis {
  std::string cause;            // the middle of a sentence
  std::string remedy;           // in a few words ("Use the default"); empty when there is none
  std::optional<Scene> mended;  // the scene with the remedy
  std::uint64_t tried = 0;  // steps that it held for, where that is the only evidence: it may grow still, and slowly
};
// `nodes` as rasterize(scene). A hidden fault is not named. A remedy that `attempt` finds to fail is not offered, and a
// cause whose remedies all fail gives way to the next one that explains it; where none is found, the boundaries are
// changed one by one, and the cause is that without which it is stable. Without `attempt` all remedies are untried.
Diagnosis diagnose(const Scene& scene, const NodeMap& nodes, const Runaway& runaway, const Attempt& attempt = {});

}  // namespace ez
