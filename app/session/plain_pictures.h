// Pictures of the window as it is without notes and messages. What is asked for in a frame is drawn plainly in the next
// one and handed on at its end.
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
  // The interface draws itself by this: plainly where a picture is wanted.
  Commands draw(Interface& interface);
  // At the end of the frame, in which draw() was called or not.
  void save(Window& window, const Interface& interface);

 private:
  State& state_;
  std::vector<PlainPicture> wanted_;
  bool drawn_ = false;  // plainly, in this frame
};

}  // namespace ez
