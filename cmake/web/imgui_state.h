// Included before Dear ImGui's OpenGL backend. The backend reads OpenGL's state before it draws the interface and sets
// it again afterwards. In a page such an answer waits until the GPU has drawn all that was sent before: up to 30 ms a
// frame. These functions answer at once, with the state of a new context. The painters (render/) set the state that
// they need.
#pragma once

#include <GLES3/gl3.h>

inline void state_of_new_context(GLenum name, GLint* out) {
  switch (name) {
    case GL_ACTIVE_TEXTURE:
      *out = GL_TEXTURE0;
      return;
    case GL_CURRENT_PROGRAM:
    case GL_TEXTURE_BINDING_2D:
    case GL_SAMPLER_BINDING:
    case GL_ARRAY_BUFFER_BINDING:
    case GL_PIXEL_UNPACK_BUFFER_BINDING:
    case GL_VERTEX_ARRAY_BINDING:
    case GL_UNPACK_ROW_LENGTH:
      *out = 0;
      return;
    case GL_UNPACK_ALIGNMENT:
      *out = 4;
      return;
    case GL_VIEWPORT:
    case GL_SCISSOR_BOX:
      out[0] = out[1] = out[2] = out[3] = 0;
      return;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_SRC_ALPHA:
      *out = GL_ONE;
      return;
    case GL_BLEND_DST_RGB:
    case GL_BLEND_DST_ALPHA:
      *out = GL_ZERO;
      return;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA:
      *out = GL_FUNC_ADD;
      return;
    default:
      glGetIntegerv(name, out);
  }
}
inline GLboolean is_enabled_in_new_context(GLenum) { return GL_FALSE; }

#define glGetIntegerv state_of_new_context
#define glIsEnabled is_enabled_in_new_context
