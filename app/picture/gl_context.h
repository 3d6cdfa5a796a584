// The OpenGL context of the calling thread, as GLX or EGL knows it.
#pragma once

#include "solver/engine/backend.h"

namespace ez {

// Returns no handles if no context is current, or in a page.
GlContext current_gl_context();

}  // namespace ez
