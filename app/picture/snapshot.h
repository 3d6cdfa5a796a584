// One picture of a scene, as in the window without panels, drawn without a display.
#pragma once

#include <optional>

#include "app/ui/interface.h"
#include "app/window/window.h"
#include "solver/compare/comparison.h"

namespace ez {

class Snapshot {
 public:
  Snapshot(int width, int height);  // throws WindowError

  // Of pane 0. map: of the scene's map monitors, for the quantities of one. range: the colour bar's end; 0: by the
  // largest value, absent: as the scene likes it. A residual's bar ends at the incident peak. Always by way of main
  // memory, so that every engine's picture is drawn alike.
  Image draw(Comparison& runs, Quantity quantity, int map, std::optional<double> range);

 private:
  Window window_;
  Interface interface_;
};

}  // namespace ez
