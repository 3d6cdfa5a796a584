// OpenGL: the loader, error checks, and owners of GL objects.
//
// The program uses the part of OpenGL 3.3 core that OpenGL ES 3 and WebGL 2 also have, so that it runs on old laptops
// today and can run in a browser later. Owners are move-only, because a copied GL name would be deleted twice. They
// must be destroyed while the context that made them is current.
#pragma once

#include <glad/gl.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace ez {

// Type of glfwGetProcAddress and eglGetProcAddress.
using GlProc = void (*)();
using GlGetProc = GlProc (*)(const char* name);

// Loads GL's functions for the current context. Returns false if the context is below OpenGL 3.3 (OpenGL ES 3.0).
bool load_gl(GlGetProc get_proc);
// Returns true if the current context is OpenGL ES.
bool gl_is_es();
// Returns version, renderer and vendor of the current context: "OpenGL 4.5 core, llvmpipe (LLVM 15.0.6, 256 bits),
// Mesa".
std::string gl_description();

class GlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws GlError with the source location and GL's error text if an error is pending; clears all pending errors.
void check_gl(const char* what, const char* file, int line);
// The same for destructors: writes to stderr instead of throwing.
void log_gl(const char* what, const char* file, int line) noexcept;
#define EZ_GL_CHECK(what) ::ez::check_gl(what, __FILE__, __LINE__)
#define EZ_GL_LOG(what) ::ez::log_gl(what, __FILE__, __LINE__)
// For calls of each frame. A page does not check them, because the answer waits until the GPU has drawn all that was
// sent before. The browser writes their errors to its console.
#if defined(__EMSCRIPTEN__)
#define EZ_GL_CHECK_FRAME(what) static_cast<void>(0)
#else
#define EZ_GL_CHECK_FRAME(what) EZ_GL_CHECK(what)
#endif

// Owns one GL name; Kind provides its creation and deletion.
template <class Kind>
class GlObject {
 public:
  GlObject() = default;
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
