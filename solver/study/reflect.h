// Reflection as a batch: dB per side and a table over angles, for every variant of a scene. What `ezscope reflect`
// prints.
//
// dB: all variants in lock-step against their reference runs, from the start until every pulse has left; the margin is
// taken so large that nothing returns within that time, unless the scene gives one of its own. Angles: for each side a
// run of its own, in which the other sides are opened like the reference run's, so that each node sees this side's
// reflection alone.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solver/compare/comparison.h"
#include "solver/measure/reflection.h"
#include "solver/scene/scene.h"

namespace ez {

struct ReflectRequest {
  std::vector<double> degrees;
  std::optional<double> frequency;  // Hz, of the angles; absent: the first source's centre
};

struct ReflectVariant {
  std::string name;
  std::array<std::optional<double>, 4> db, own_db;  // by Side
  std::array<std::string, 4> why_not;               // by Side: why a measured side is not (open_sides.h)
  struct Angle {
    Side side = Side::left;
    double asked = 0;
    double degrees = 0;  // of the node that was looked at; as asked where the grid offers none within 1.5°, or its node
                         // lies nearer to another angle asked for
    std::optional<double> db, theory_db;  // measured; a plane wave's
    std::optional<double> point_db;       // of a sound side, for this source and this node
  };
  std::vector<Angle> angles;  // side by side, in the order asked
};

struct ReflectResult {
  double until = 0, valid_until = 0;  // s: looked at, and nothing returns before; infinite without sources
  std::vector<ReflectVariant> variants;
  bool cancelled = false;
  std::string failed;    // why it could not be done: memory
  std::string unstable;  // which variant, and why
};

// Periods of the slowest source that a scene without pulses is run for, beyond its ramp.
inline constexpr int reflect_periods = 20;

// Cell updates made, of so many. When it returns false the batch ends, cancelled.
using ReflectProgress = std::function<bool(double done, double all)>;

// Throws EngineError.
ReflectResult measure_reflection(const EngineMaker& maker, Scene scene, const ReflectRequest& request,
                                 const ReflectProgress& progress);

}  // namespace ez
