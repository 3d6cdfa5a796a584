// How a scene is shown to a room: panels away, large letters, a pointer that can be seen from the back row.
#pragma once

#include <vector>

#include "solver/scene/place.h"

namespace ez {

struct Presenting {
  bool on = false;
  bool blank = false;   // black, for a moment in which the speaker alone is looked at
  bool frozen = false;  // the picture stands, and the run goes on
  bool code = false;    // the scene's link as a QR code; in the window without the presenter too
  enum class Pointer { laser, spotlight, pen } pointer = Pointer::laser;
  std::vector<std::vector<Vec2>> strokes, arrows;  // of the pen, in nodes of the scene; an arrow's tail and its head
  void wipe() { strokes.clear(), arrows.clear(); }
  bool operator==(const Presenting&) const = default;
};

}  // namespace ez
