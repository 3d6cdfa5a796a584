// Runs without a suspected cause of an echo.
#pragma once

#include "solver/problem/padding.h"
#include "solver/scene/scene.h"
#include "solver/study/echo_cause.h"

namespace ez {

struct EchoTrial {
  Scene scene;
  Padding padding;  // moves or replaces layers; the scene's nodes stay the same
  // The waves that arrive at the boundaries are others too. Then the trial needs a reference run of its own.
  bool changes_waves = false;
};
// Returns the scene without the cause on all sides of `suspect`. The scene has no faults.
EchoTrial trial_without(const Scene& scene, const EchoSuspect& suspect);

}  // namespace ez
