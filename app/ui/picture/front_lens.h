// The fronts of pulses as the dispersion lens knows them: by Maxwell's equations a circle, on this grid a little less.
#pragma once

#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct PulseFront {
  Vec2 centre;                // m
  double radius = 0;          // m, c(t − t0) in the background's medium, t0 when the pulse peaks
  std::vector<Vec2> on_grid;  // m, once around: where the grid's group velocity has brought the pulse's peak
  double lag = 0;             // m, the farthest that the grid is behind
  double angle = 0;           // degrees from +x: where it is so
  double wavelength = 0;      // m, in that medium, of the pulse's frequency
};
// Of each pulse of a point that stands, is on and has peaked by t (s). None where the background has losses, poles or a
// formula for its ε: there fronts have no one speed.
std::vector<PulseFront> pulse_fronts(const Scene& scene, double t);

}  // namespace ez
