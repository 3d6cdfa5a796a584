// An off-screen window for tests of the running program.
#pragma once

#include "app/session/session.h"

namespace ez {

inline WindowCommand off_screen(int steps_per_frame, PixelSize size) {
  WindowCommand command;
  command.offscreen = true;
  command.frames = 1000000;  // not limited by a display's rate
  command.steps_per_frame = steps_per_frame;
  command.engine.backend = "cpu";
  command.engine.threads = 1;
  command.size = size;
  return command;
}

}  // namespace ez
