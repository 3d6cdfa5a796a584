// What was clicked with the tools that measure on the picture. It belongs to the window, not to the scene.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/scene/place.h"

namespace ez {

// A click of the stopwatch: where, and at which moment of the active pane.
struct Moment {
  Vec2 node;
  std::uint64_t step = 0;
  double time = 0;  // s
  bool operator==(const Moment&) const = default;
};

struct Measuring {
  std::vector<Moment> stopwatch;  // none, the first, or both
  std::vector<Vec2> protractor;   // nodes: the corner, then a point on either arm, as far as they were clicked
  bool operator==(const Measuring&) const = default;
};

}  // namespace ez
