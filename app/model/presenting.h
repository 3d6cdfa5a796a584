// Settings of presenter mode: no panels, large letters, and a pointer that can be seen from the back row.
#pragma once

#include <vector>

#include "solver/scene/place.h"

namespace ez {

struct Presenting {
  bool on = false;
  bool blank = false;      // shows black, so that the audience looks at the speaker
  bool frozen = false;     // the picture stops while the run continues
  bool no_result = false;  // hides the large reading of the scene's check
  bool code = false;       // shows the scene's link as a QR code; also available outside of presenter mode
  enum class Pointer { laser, spotlight, pen } pointer = Pointer::laser;
  std::vector<std::vector<Vec2>> strokes, arrows;  // drawn with the pen, in nodes of the scene; an arrow is its tail
                                                   // and its head
  void wipe() { strokes.clear(), arrows.clear(); }
  bool operator==(const Presenting&) const = default;
};

}  // namespace ez
