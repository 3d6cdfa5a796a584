// Clicks of the tools that measure on the picture. They belong to the window, not to the scene.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/scene/place.h"

namespace ez {

// A click of the stopwatch: its place, and the time in the active pane.
struct Moment {
  Vec2 node;
  std::uint64_t step = 0;
  double time = 0;  // s
  bool operator==(const Moment&) const = default;
};

struct Measuring {
  std::vector<Moment> stopwatch;  // zero, one or two clicks
  std::vector<Vec2> protractor;   // nodes: the corner, then a point on each arm, as many as were clicked
  bool operator==(const Measuring&) const = default;
};

}  // namespace ez
