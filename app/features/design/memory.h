// Values that designs remember from frame to frame.
#pragma once

#include "app/ui/kit/area.h"
#include "solver/scene/design.h"

namespace ez {

struct DesignMemory {
  // The dragged sides of the region: −1 left or bottom, 1 right or top, 0 none. Both 0: no drag.
  int side_x = 0, side_y = 0;
  Design before;          // the design at the press
  bool paints = false;    // the brush is down in the region
  Vec2 last;              // node that the brush has reached
  bool swallows = false;  // the press was on the structure, which cannot be moved
};

}  // namespace ez
