// Properties of a scene that make its absorbing layers reflect, whatever their grading. They are found from the scene
// alone, without a run.
#pragma once

#include <vector>

#include "solver/base/text.h"
#include "solver/scene/scene.h"

namespace ez {

struct LayerCause {
  enum class Kind { shape_ends, thin, near_source, medium } kind = Kind::shape_ends;
  Side side = Side::left;
  Text what;  // the cause and its remedy, one sentence without its full stop
};

// A layer should have at least this thickness, and a source at least this distance from it, in wavelengths in the
// background at the first source's frequency.
inline constexpr double least_layer_waves = 0.25, least_source_waves = 0.1;

// Returns the causes in the order of `Kind`, at most one of each kind for each side. Empty without a layer.
std::vector<LayerCause> layer_causes(const Scene& scene);
// Returns the thickness of a side's layer in such wavelengths; 0 without a layer or a frequency.
double layer_waves(const Scene& scene, Side side);

}  // namespace ez
