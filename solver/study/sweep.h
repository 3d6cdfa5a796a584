// Measures a value of a scene while one or two keys are varied, for `ezscope sweep` and the Python module.
//
// Each point is a separate run, until the measured value can be read as with a check (check_watch.h). On the CPU
// several runs compute at the same time, each on its share of the cores, so a sweep uses all cores even if the grid is
// small. The values do not depend on how many run at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "solver/engine/backend.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

struct SweepAxis {
  std::string path;            // of a key, as for `--set`
  std::vector<double> values;  // in the key's unit
};
// Returns `count` evenly spaced values from `from` to `to`.
std::vector<double> evenly_spaced(double from, double to, int count);

inline constexpr std::size_t most_sweep_axes = 2, most_sweep_points = 100'000;

struct SweepRequest {
  std::vector<SweepAxis> axes;     // 1 or 2; formulas know their values as x and y
  std::string measure, theory;     // formulas (formula.h); theory may be empty
  std::string after = "settled";   // when the value is read, as Check::after
  double within = 0.01;            // a settled value changes by less than a fifth of this fraction
  double refine = 1;               // factor of refine()
  std::string needed_scheme = {};  // scheme that must be used; empty: as the scene wants
};

struct SweepPoint {
  std::vector<double> values;  // one for each axis
  double measured = 0;         // NaN if there is none
  double theory = 0;           // NaN without a theory
  std::uint64_t steps = 0;
  double time = 0;        // s, of the run
  std::string problem{};  // why `measured` is missing or uncertain; empty: it is neither
};

// The points of a sweep with their scenes, which have passed all rules. The first axis varies fastest.
struct Sweep {
  SweepRequest request;
  std::vector<Scene> scenes;
  std::vector<SweepPoint> points;  // measured() fills them
};
struct SweepPlan {
  Sweep sweep;
  std::vector<Message> messages;  // if one is an error, there is nothing to run; each problem is reported once
  OverrideFinding finding = OverrideFinding::none;
};
// Makes the scenes of all points. `scene` may have checks; they are not read.
SweepPlan plan_sweep(const Scene& scene, SweepRequest request);

// Returns the formula with the values of x and y inserted. Only whole words outside quotes that are not calls count.
std::string with_swept_values(const std::string& formula, std::span<const double> values);

// Called from the calling thread a few times per second with the finished part of all points, from 0 to 1, and the
// number of finished points. If it returns false, the sweep ends as cancelled.
using SweepProgress = std::function<bool(double part, std::size_t points)>;
// Called from the calling thread for each finished point, in the order in which they end.
using SweepListener = std::function<void(const Sweep& sweep, std::size_t point)>;

// Runs all points. Returns false if it was cancelled. A point that fails has a `problem`, and the others continue.
// Throws EngineError if no engine can be made.
bool measure(Sweep& sweep, const EngineRequest& engine, const SweepProgress& progress,
             const SweepListener& finished = {});

}  // namespace ez
