// Measures a value of a scene while one or two keys are varied, for `ezscope sweep` and the Python module.
//
// Each point is a separate run, until the measured value can be read as with a check (check_watch.h). On the CPU
// several runs compute at the same time, each on its share of the cores, so a sweep uses all cores even if the grid is
// small. The values do not depend on how many run at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solver/engine/backend.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/scene_sweep.h"
#include "solver/study/convergence.h"

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
  // Estimates at each point how far the grid is off. It takes about four times as long.
  bool converge = false;
  GridFactors grids = {};
};

struct SweepPoint {
  std::vector<double> values;  // one for each axis
  bool refused = false;        // its scene is invalid, as `problem` says; it does not run
  double measured = 0;         // NaN if there is none
  double theory = 0;           // NaN without a theory
  std::uint64_t steps = 0;
  double time = 0;                           // s, of the run
  std::string problem{};                     // why `measured` is missing or uncertain; empty: it is neither
  std::optional<Convergence> convergence{};  // if the request asks for it and the point has a value
};

// The points of a sweep with their scenes, which have passed all rules unless a point is refused. The first axis varies
// fastest.
struct KeySweep {
  SweepRequest request;
  std::vector<Scene> scenes;
  std::vector<SweepPoint> points;  // measured() fills them
};
struct SweepPlan {
  KeySweep sweep;
  std::vector<Message> messages;  // if one is an error, there is nothing to run; each problem is reported once
  OverrideFinding finding = OverrideFinding::none;
};
// Makes the scenes of all points. `scene` may have checks; they are not read. A point whose scene is invalid is
// refused, and the others run. If all are invalid, their errors are among the messages.
SweepPlan plan_sweep(const Scene& scene, SweepRequest request);
// Returns the request that a sweep of a scene describes.
SweepRequest request_of(const SceneSweep& sweep);

// Finished points that outlive the program, so that an interrupted sweep continues (sweep_cache.h).
class SweepStore {
 public:
  virtual ~SweepStore() = default;
  // Fills the results of the point whose scene this is. Returns false if they are not known.
  virtual bool find(const Scene& scene, const SweepRequest& request, SweepPoint& point) = 0;
  virtual void add(const Scene& scene, const SweepRequest& request, const SweepPoint& point) = 0;
};

// Called from the calling thread a few times per second with the finished part of all points, from 0 to 1, and the
// number of finished points. If it returns false, the sweep ends as cancelled.
using SweepProgress = std::function<bool(double part, std::size_t points)>;
// Called from the calling thread for each finished point, in the order in which they end.
using SweepListener = std::function<void(const KeySweep& sweep, std::size_t point)>;

// Runs all points. Returns false if it was cancelled. A point that fails has a `problem`, and the others continue.
// Throws EngineError if no engine can be made.
// `store`: may be null.
bool measure(KeySweep& sweep, const EngineRequest& engine, const SweepProgress& progress,
             const SweepListener& finished = {}, SweepStore* store = nullptr);

}  // namespace ez
