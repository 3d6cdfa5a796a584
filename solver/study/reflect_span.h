// How long a measurement of reflection runs, and how large its reference run is.
#pragma once

#include "solver/scene/raster/scene_media.h"
#include "solver/scene/scene.h"

namespace ez {

// Returns the time in s after which every wave has crossed the scene, returned from any side and crossed it again, or
// has decayed.
double time_to_leave(const Scene& scene, const SceneMedia& media);
// Returns the smallest Reflection::margin in cells for which no reflection of the reference run's own edge returns
// before `time` (s).
int margin_for(Scene scene, const SceneMedia& media, double time);

}  // namespace ez
