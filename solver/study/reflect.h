// Measures reflection in a batch: dB per side and a table over angles, for every variant of a scene.
// `ezscope reflect` prints the result.
//
// dB: all variants run in lock-step with their reference runs, from the start until every pulse has left. The margin is
// so large that no reflection returns within that time, unless the scene sets its own margin.
//
// Angles: each side has a separate run, in which the other sides are opened as in the reference run. So each node sees
// the reflection of this side only. For a scene with a hidden fault, neither a side's own dB nor its angles are
// reported, because they would reveal the faulty side.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"
#include "solver/measure/reflection.h"
#include "solver/scene/scene.h"

namespace ez {

// Plan of a batch, before it starts.
struct ReflectPlan {
  int runs = 0;        // number of runs at the same time, including reference runs
  int nx = 0, ny = 0;  // nodes of the largest run
  double nodes = 0;    // of all runs at the same time
  double bytes = 0;    // of all runs at the same time
  double steps = 0;    // of the longest part
  double seconds = 0;  // expected, from the time that the scene itself takes for a few steps
};

struct ReflectRequest {
  std::vector<double> degrees;      // requested angles from each side's normal
  std::optional<double> frequency;  // Hz at which angles are measured; empty: the first source's centre
  // Called with the plan if the batch takes more than some seconds; may be empty.
  std::function<void(const ReflectPlan&)> planned = {};
};

struct ReflectVariant {
  std::string name;
  std::array<std::optional<double>, 4> db, own_db;  // by Side (ReflectionReading)
  std::array<std::string, 4> why_not;               // by Side: why it cannot be measured (open_sides.h), or has no db
  std::array<std::string, 4> why_no_own;            // by Side: why it has db but no own_db
  struct Angle {
    Side side = Side::left;
    double asked = 0;  // degrees
    // Angle of the measured node; equals `asked` if no node within 1.5° exists, or if that node is
    // nearer to another requested angle.
    double degrees = 0;
    std::optional<double> db, theory_db;  // measured; theory for a plane wave
    std::optional<double> point_db;       // value of a side without faults for this source and node
  };
  std::vector<Angle> angles;  // grouped by side, in the requested order
};

struct ReflectResult {
  // Seconds: duration of the measurement, and time before any reflection returns (infinite without sources).
  double until = 0, valid_until = 0;
  std::vector<ReflectVariant> variants;
  std::vector<std::string> warnings;  // sides that read more than a correct side can, although nothing grows
  bool cancelled = false;
  std::string failed;    // the reason of a failure (memory); empty: none
  std::string unstable;  // the variant that became unstable, and the reason; empty: none
};

// Number of periods of the slowest source, after its ramp, for which a scene without pulses runs.
inline constexpr int reflect_periods = 20;

// Called with the cell updates done and their total number. If it returns false, the batch ends as cancelled.
using ReflectProgress = std::function<bool(double done, double all)>;

// Throws EngineError.
ReflectResult measure_reflection(const EngineMaker& maker, Scene scene, const ReflectRequest& request,
                                 const ReflectProgress& progress);

}  // namespace ez
