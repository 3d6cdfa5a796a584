// One picture of a scene, as in the window without panels, drawn without a display.
#pragma once

#include "app/interface.h"
#include "app/window.h"
#include "solver/solver.h"

namespace ez {

class Still {
 public:
  Still(int width, int height);  // throws WindowError

  // range: the colour bar's end; 0: as the scene likes it. Always by way of main memory, so that every engine's picture
  // is drawn alike.
  Image draw(Solver& solver, Quantity quantity, double range);

 private:
  Window window_;
  Interface interface_;
};

}  // namespace ez
