// Draws pictures into a buffer of OpenGL, for engines whose device shares memory with it (PicturePath::gl_buffer).
#pragma once

#include "solver/engine/fields.h"

namespace ez {

class GlView {
 public:
  virtual ~GlView() = default;
  // Draws into `buffer`, the name of a buffer of width × height floats. The context that EngineRequest::gl named must
  // be current, and must have finished with the buffer (glFinish). Throws EngineError or OutOfMemory.
  virtual PictureStats draw(const PictureWindow& window, unsigned buffer) = 0;
};

}  // namespace ez
