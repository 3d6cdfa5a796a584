// What the theory of a scene's checks says of places: beams, shadows, images, fronts. Which closed forms say such a
// thing is theirs to tell (TheoryFunction::marks). Where its origin lies follows from the formula: of one that takes x
// and y of a probe, the probe's place less these.
#pragma once

#include <string>
#include <vector>

#include "solver/scene/scene.h"
#include "solver/theory/functions.h"

namespace ez {

struct PredictedMark {
  TheoryMark::Kind kind = TheoryMark::Kind::ray;
  Vec2 at;             // m from node (0, 0): where a ray begins, or the place; of fronts nothing
  double degrees = 0;  // of a ray from +x; of fronts between rays and way
  int source = -1;     // of fronts: the index of what moves
  std::string label, check;
  bool operator==(const PredictedMark&) const = default;
};
// Each once, in the order of the checks. Of a scene that passes validate().
std::vector<PredictedMark> predicted_marks(const Scene& scene);

}  // namespace ez
