// One picture of a scene, as in the window without panels, drawn without a display.
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

  // Of pane 0. map: of the scene's map monitors, for the quantities of one. range: the colour bar's end; 0: by the
  // largest value, absent: as the scene likes it. A residual's bar ends at the incident peak. Always by way of main
  // memory, so that every engine's picture is drawn alike. seconds: since the picture before, of a film of one
  // quantity: an automatic range follows the loudest picture then.
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
