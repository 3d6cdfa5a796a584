#include "render/gl.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace ez {
namespace {

const char* words(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "invalid enum";
    case GL_INVALID_VALUE:
      return "invalid value";
    case GL_INVALID_OPERATION:
      return "invalid operation";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "invalid framebuffer operation";
    case GL_OUT_OF_MEMORY:
      return "out of memory";
    default:
      return "unknown error";
  }
}

// WebGL reports it while the browser has taken the context away. The window makes its objects again afterwards.
constexpr GLenum context_lost = 0x9242;

// Returns all pending errors in words, or an empty string. Reads a limited number, because without a context some
// drivers report errors for ever.
std::string pending_errors() {
  std::string all;
  for (int n = 0; n < 16; ++n) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    if (error == context_lost) return "";  // all others follow from it
    all += fmt::format("{}{} (0x{:04x})", all.empty() ? "" : ", ", words(error), error);
  }
  return all;
}

std::string gl_string(GLenum name) {
  const GLubyte* s = glGetString(name);
  return s ? reinterpret_cast<const char*>(s) : "unknown";
}

}  // namespace

bool load_gl(GlGetProc get_proc) {
  const int version = gladLoadGL(get_proc);
  if (version == 0) return false;
  const int number = 10 * GLAD_VERSION_MAJOR(version) + GLAD_VERSION_MINOR(version);
  return number >= (gl_is_es() ? 30 : 33);
}

bool gl_is_es() { return gl_string(GL_VERSION).starts_with("OpenGL ES"); }

std::string gl_description() {
  const std::string version = gl_string(GL_VERSION);
  return fmt::format("{}{}, {}, {}", gl_is_es() ? "" : "OpenGL ", version, gl_string(GL_RENDERER),
                     gl_string(GL_VENDOR));
}

void check_gl(const char* what, const char* file, int line) {
  const std::string errors = pending_errors();
  if (!errors.empty()) throw GlError(fmt::format("{}:{}: {}: OpenGL says {}", file, line, what, errors));
}

void log_gl(const char* what, const char* file, int line) noexcept {
  try {
    const std::string errors = pending_errors();
    if (!errors.empty()) fmt::print(stderr, "{}:{}: {}: OpenGL says {}\n", file, line, what, errors);
  } catch (...) {  // no memory left for the message
  }
}

GLuint GlBufferKind::create() {
  GLuint id = 0;
  glGenBuffers(1, &id);
  return id;
}
void GlBufferKind::destroy(GLuint id) noexcept {
  glDeleteBuffers(1, &id);
  EZ_GL_LOG("deleting a buffer");
}

GLuint GlTextureKind::create() {
  GLuint id = 0;
  glGenTextures(1, &id);
  return id;
}
void GlTextureKind::destroy(GLuint id) noexcept {
  glDeleteTextures(1, &id);
  EZ_GL_LOG("deleting a texture");
}

GLuint GlVertexArrayKind::create() {
  GLuint id = 0;
  glGenVertexArrays(1, &id);
  return id;
}
void GlVertexArrayKind::destroy(GLuint id) noexcept {
  glDeleteVertexArrays(1, &id);
  EZ_GL_LOG("deleting a vertex array");
}

GLuint GlFramebufferKind::create() {
  GLuint id = 0;
  glGenFramebuffers(1, &id);
  return id;
}
void GlFramebufferKind::destroy(GLuint id) noexcept {
  glDeleteFramebuffers(1, &id);
  EZ_GL_LOG("deleting a framebuffer");
}

GLuint GlProgramKind::create() { return glCreateProgram(); }
void GlProgramKind::destroy(GLuint id) noexcept {
  glDeleteProgram(id);
  EZ_GL_LOG("deleting a program");
}

}  // namespace ez
