// Samples of the power flow, drawn as arrows on the picture.
#pragma once

#include <vector>

#include "solver/scene/place.h"

namespace ez {

struct Flow {
  std::vector<Node> nodes;
  std::vector<Vec2> power;  // W/m², averaged over the last periods
  double reference = 0;     // W/m² of the longest arrow
};

}  // namespace ez
