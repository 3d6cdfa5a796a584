// Draws a picture of a scene without a display, as in the window without panels.
#pragma once

#include <optional>

#include "app/picture/auto_range.h"
#include "app/platform/window.h"
#include "app/ui/interface.h"
#include "solver/compare/comparison.h"

namespace ez {

class Snapshot {
 public:
  Snapshot(int width, int height);  // throws WindowError

  // Draws pane 0. `map` is the index of the scene's map monitor, for quantities of a map. `range` is the end of the
  // colour bar; 0: the largest value, absent: as the scene wants. A residual's bar ends at the incident peak. The field
  // goes through main memory, so that the pictures of all engines are drawn alike. `seconds` is the time since the
  // previous frame of a video of one quantity; an automatic range then follows the largest value so far.
  Image draw(Comparison& runs, Quantity quantity, int map, std::optional<double> range,
             std::optional<double> seconds = std::nullopt);

 private:
  void follow_range(State& state, double seconds);

  Window window_;
  Interface interface_;
  AutoRange range_;
  SpanRange span_;
};

}  // namespace ez
