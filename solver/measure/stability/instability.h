// An unstable run: where the instability began, its cause, and a remedy.
//
// An instability is a mode that grows exponentially, and it is located at its cause: in the layer whose recursion has
// the wrong sign, along the Mur boundary, or in the medium that is too fast for Δt. So the run is repeated from its
// last good state. The node where |Ez| is largest just before the end distinguishes the possible causes.
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
  // The bad node: the first that is not finite, in row order, or the one with the largest |Ez|.
  Node node;
  Node origin;             // node of the largest |Ez| at the last good look
  std::uint64_t step = 0;  // the first step after which the field is known to be bad
  double max_abs = 0;      // V/m: the largest |Ez| at the last good look
  double possible = 0;     // V/m: the largest |Ez| that the sources can have made by then
  double growth = 1;       // factor per step by which the largest |Ez| grew until then
};
// Returns the step up to which the growth was too small to be seen: twelve decades before the bad step. 0 if nothing
// grew.
std::uint64_t last_unseen_step(const Runaway& runaway);
// Describes an unstable run without repeating it. The origin is the node where |Ez| is largest now.
Runaway describe_runaway(Solver& solver, const StabilityMonitor& stability);
// Repeats the run from `good` to its present step, until the field is bad, in ever smaller strides while time (s) and
// memory last. With infinite time the result is the same on every machine. The solver ends at some step in between and
// must be restored. `before_bad` becomes the last good state; empty if there is no memory for it.
Runaway trace(Solver& solver, const Checkpoint& good, const StabilityMonitor& stability, double seconds,
              Checkpoint* before_bad = nullptr);

// Describes a run that grows slowly. Its origin is the node with the largest |Ez| in the tile that grew most. Copies
// the run's state to `now`, which is empty if there is no memory for it.
Runaway slow_runaway(Solver& solver, const Growth& growth, Checkpoint* now);

struct Diagnosis {
  std::string cause;                 // the middle of a sentence
  std::string remedy;                // a few words ("Use the default"); empty if there is none
  std::optional<Scene> fixed_scene;  // the scene with the remedy
  // Number of steps for which the remedy held, if that is the only evidence. The field may still grow slowly.
  std::uint64_t tried = 0;
};
// `nodes` is rasterize(scene). A hidden fault is not named. A remedy that fails in `attempt` is not offered. If all
// remedies of a cause fail, the next cause that explains the instability is used. If none is found, the boundaries are
// changed one by one, and the cause is the one without which the run is stable. Without `attempt` all remedies are
// untried.
Diagnosis diagnose(const Scene& scene, const NodeMap& nodes, const Runaway& runaway, const Attempt& attempt = {});

}  // namespace ez
