// The flow of power over the picture, as its arrows show it.
#pragma once

#include <vector>

#include "solver/scene/place.h"

namespace ez {

struct Flow {
  std::vector<Node> nodes;
  std::vector<Vec2> power;  // W/m², averaged over the last periods
  double reference = 0;     // of them: what the longest arrow stands for
};

}  // namespace ez
