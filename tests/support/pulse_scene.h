// A pulse in the middle of 72 × 56 nodes of 1 mm, for tests of the window.
#pragma once

#include "solver/scene/scene.h"

namespace ez {

inline Scene pulse_scene() {
  Scene scene;
  scene.title = "pulse";
  scene.grid.nx = 72;
  scene.grid.ny = 56;
  scene.grid.dx = scene.grid.dy = 0.001;
  Source source;
  source.geometry = PointSource{{0.036, 0.028}};
  source.waveform = Ricker{15e9, {}};
  scene.sources.push_back(source);
  return scene;
}

}  // namespace ez
