// The values of a scene that a sweep can measure.
#pragma once

#include <string>
#include <vector>

#include "solver/scene/file/number_key.h"
#include "solver/scene/scene.h"

namespace ez {

// A value that a sweep can measure.
struct Measurable {
  std::string label;  // of the user: a name of a check, probe or monitor
  std::string measured, theory, after, unit;
};
std::vector<Measurable> measurables_of(const Scene& scene);
// Returns a sweep of the number around its value, of the first value that the scene measures.
SceneSweep sweep_around(const Scene& scene, const NumberKey& number);

}  // namespace ez
