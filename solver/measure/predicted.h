// Positions that the theory of a scene's checks predicts: beams, shadows, images, fronts. TheoryFunction::marks says
// which closed forms predict such positions. The origin follows from the formula: if it takes x and y of a probe, the
// origin is the probe's position minus these.
#pragma once

#include <string>
#include <vector>

#include "solver/scene/scene.h"
#include "solver/theory/functions.h"

namespace ez {

struct PredictedMark {
  TheoryMark::Kind kind = TheoryMark::Kind::ray;
  Vec2 at;             // m from node (0, 0): the begin of a ray, or the position; unused for fronts
  double degrees = 0;  // for a ray, from +x; for fronts, between rays and direction of motion
  int source = -1;     // for fronts: the index of the moving source
  std::string label, check;
  bool operator==(const PredictedMark&) const = default;
};
// Returns each mark once, in the order of the checks. The scene must pass validate().
std::vector<PredictedMark> predicted_marks(const Scene& scene);

}  // namespace ez
