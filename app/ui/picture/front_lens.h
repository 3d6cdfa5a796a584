// The fronts of pulses for the dispersion lens. By Maxwell's equations a front is a circle; on this grid it is slightly
// smaller.
#pragma once

#include <vector>

#include "solver/scene/scene.h"

namespace ez {

struct PulseFront {
  Vec2 centre;        // m, c(t − t0) in the background's medium; t0 is the time of the pulse's peak
  double radius = 0;  // m, c(t − t0) in the background's medium, t0 when the pulse peaks
  // m, points of a closed curve: positions of the pulse's peak by the grid's group velocity.
  std::vector<Vec2> on_grid;
  double lag = 0;         // m, the largest distance by which the grid is behind
  double angle = 0;       // degrees from +x: direction of the largest lag
  double wavelength = 0;  // m, at the pulse's frequency, in that medium
};
// Returns the front of each point source that emits a pulse, is on, does not move and has peaked by t (s). Returns none
// if the background has losses, poles or a formula for ε, because fronts then have no single speed.
std::vector<PulseFront> pulse_fronts(const Scene& scene, double t);

}  // namespace ez
