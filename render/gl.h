// OpenGL: the loader, error checks, and owners of GL objects.
//
// The program uses the part of OpenGL 3.3 core that OpenGL ES 3 and WebGL 2 have too, so that old laptops run it today
// and a browser can later. Owners are move-only: a GL name copied is a GL name deleted twice. They must die while the
// context that made them is current.
#pragma once

#include <glad/gl.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace ez {

// What glfwGetProcAddress and eglGetProcAddress are.
using GlProc = void (*)();
using GlGetProc = GlProc (*)(const char* name);

// Loads GL's functions for the current context. False when the context is below OpenGL 3.3 (OpenGL ES 3.0).
bool load_gl(GlGetProc get_proc);
// Whether the current context is OpenGL ES.
bool gl_is_es();
// "OpenGL 4.5 core, llvmpipe (LLVM 15.0.6, 256 bits), Mesa": version, renderer, vendor of the current context.
std::string gl_description();

class GlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws GlError with place and GL's words when an error is pending; clears all that are.
void check_gl(const char* what, const char* file, int line);
// The same for destructors: writes to stderr instead.
void log_gl(const char* what, const char* file, int line) noexcept;
#define EZ_GL_CHECK(what) ::ez::check_gl(what, __FILE__, __LINE__)
#define EZ_GL_LOG(what) ::ez::log_gl(what, __FILE__, __LINE__)

// Owner of one GL name; Kind knows how to make and delete it.
template <class Kind>
class GlObject {
 public:
  GlObject() = default;  // owns nothing
  static GlObject create() {
    GlObject o;
    o.id_ = Kind::create();
    return o;
  }
  GlObject(const GlObject&) = delete;
  GlObject& operator=(const GlObject&) = delete;
  GlObject(GlObject&& o) noexcept : id_(std::exchange(o.id_, 0)) {}
  GlObject& operator=(GlObject&& o) noexcept {
    if (this != &o) {
      reset();
      id_ = std::exchange(o.id_, 0);
    }
    return *this;
  }
  ~GlObject() { reset(); }

  GLuint id() const { return id_; }
  explicit operator bool() const { return id_ != 0; }
  void reset() noexcept {
    if (id_ != 0) Kind::destroy(std::exchange(id_, 0));
  }

 private:
  GLuint id_ = 0;
};

struct GlBufferKind {
  static GLuint create();
  static void destroy(GLuint id) noexcept;
};
struct GlTextureKind {
  static GLuint create();
  static void destroy(GLuint id) noexcept;
};
struct GlVertexArrayKind {
  static GLuint create();
  static void destroy(GLuint id) noexcept;
};
struct GlFramebufferKind {
  static GLuint create();
  static void destroy(GLuint id) noexcept;
};
struct GlProgramKind {
  static GLuint create();
  static void destroy(GLuint id) noexcept;
};
using GlBuffer = GlObject<GlBufferKind>;
using GlTexture = GlObject<GlTextureKind>;
using GlVertexArray = GlObject<GlVertexArrayKind>;
using GlFramebuffer = GlObject<GlFramebufferKind>;
using GlProgram = GlObject<GlProgramKind>;

}  // namespace ez
