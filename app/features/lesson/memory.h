// Values that the lesson's card remembers from frame to frame.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "solver/scene/place.h"

namespace ez {

struct LessonMemory {
  std::size_t card = 0;  // card to which these values belong
  double number = 0;     // number as entered, in the base unit
  bool entered = false;  // a number was entered
  bool given = false;    // the entered number is the last answer
  bool folded = false;
  std::vector<Vec2> line;  // line that is being drawn, in nodes
  bool asks = false;       // the card asked in the last frame
  bool by_keys = false;    // the pencil was activated with the keyboard
};

}  // namespace ez
