// Pictures of the window without notes and messages. A request in one frame is drawn in the next frame and saved at its
// end.
#pragma once

#include <vector>

#include "app/features/session_part.h"
#include "app/model/state.h"
#include "app/platform/window.h"
#include "app/ui/interface.h"

namespace ez {

class PlainPictures {
 public:
  explicit PlainPictures(State& state) : state_(state) {}

  void want(PlainPicture picture) { wanted_.push_back(std::move(picture)); }
  // Draws the interface, without notes and messages if a picture is wanted.
  Commands draw(Interface& interface);
  // Called at the end of a frame, whether or not draw() was called in it.
  void save(Window& window, const Interface& interface);

 private:
  State& state_;
  std::vector<PlainPicture> wanted_;
  bool drawn_ = false;  // this frame is drawn without notes and messages
};

}  // namespace ez
