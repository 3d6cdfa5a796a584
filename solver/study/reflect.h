// Reflection as a batch: dB per side and a table over angles, for every variant of a scene. What `ezscope reflect`
// prints.
//
// dB: all variants in lock-step against their reference runs, from the start until every pulse has left; the margin is
// taken so large that nothing returns within that time, unless the scene gives one of its own. Angles: for each side a
// run of its own, in which the other sides are opened like the reference run's, so that each node sees this side's
// reflection alone. Of a scene with a hidden fault neither a side's own dB nor its angles are told: they would tell
// where it is.
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

// What a batch is going to compute, before it starts.
struct ReflectPlan {
  int runs = 0;        // at once, reference runs among them
  int nx = 0, ny = 0;  // nodes of the largest one
  double nodes = 0;    // of all that run at once
  double bytes = 0;    // likewise
  double steps = 0;    // of the longest part
  double seconds = 0;  // expected, by what the scene itself takes for a few steps
};

struct ReflectRequest {
  std::vector<double> degrees;      // angles wanted, from each side's normal
  std::optional<double> frequency;  // Hz at which angles are measured; absent: the first source's centre
  // Told what is planned where that takes more than some seconds; may be empty.
  std::function<void(const ReflectPlan&)> planned = {};
};

struct ReflectVariant {
  std::string name;
  std::array<std::optional<double>, 4> db, own_db;  // by Side (ReflectionReading)
  std::array<std::string, 4> why_not;     // by Side: what keeps one from being measured (open_sides.h), or leaves no db
  std::array<std::string, 4> why_no_own;  // by Side: why there is a db and no own_db
  struct Angle {
    Side side = Side::left;
    double asked = 0;    // degrees
    double degrees = 0;  // of the node that was looked at; as asked where the grid offers none within 1.5°, or its node
                         // lies nearer to another angle asked for
    std::optional<double> db, theory_db;  // measured; of a plane wave
    std::optional<double> point_db;       // what a side without faults gives for this source and node
  };
  std::vector<Angle> angles;  // side by side, in the order asked
};

struct ReflectResult {
  double until = 0, valid_until = 0;  // s: how long was measured; before when nothing returns, infinite without sources
  std::vector<ReflectVariant> variants;
  std::vector<std::string> warnings;  // sides that read more than a sound side can, though nothing grows
  bool cancelled = false;
  std::string failed;    // why it could not be done (memory); empty: it could
  std::string unstable;  // which variant went unstable, and why; empty: none did
};

// Periods of the slowest source that a scene without pulses is run for, beyond its ramp.
inline constexpr int reflect_periods = 20;

// Told how many cell updates are done, of how many. When it returns false the batch ends, cancelled.
using ReflectProgress = std::function<bool(double done, double all)>;

// Throws EngineError.
ReflectResult measure_reflection(const EngineMaker& maker, Scene scene, const ReflectRequest& request,
                                 const ReflectProgress& progress);

}  // namespace ez
