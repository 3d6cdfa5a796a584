// What the lesson's card remembers of itself from frame to frame.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "solver/scene/place.h"

namespace ez {

struct LessonMemory {
  std::size_t card = 0;  // whose these are
  double number = 0;     // as typed, in the base unit
  bool entered = false;  // a number was
  bool given = false;    // and is the last answer
  bool folded = false;
  std::vector<Vec2> line;  // that is being drawn, in nodes
  bool asks = false;       // the card does, as of the frame before
  bool by_keys = false;    // the pencil was taken up with a key
};

}  // namespace ez
