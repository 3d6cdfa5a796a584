// OpenGL without a window: an EGL context and a framebuffer to draw in.
//
// libEGL is loaded at run time. A machine without it can still do everything else, and reports what to install if this
// is used. There is no window surface: all drawing goes to an OffscreenTarget.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "render/gl.h"
#include "render/image.h"

namespace ez {

class OffscreenError : public std::runtime_error {  // says what is missing and what to do
 public:
  using std::runtime_error::runtime_error;
};

struct OffscreenDevice {
  std::string name;  // "NVIDIA, /dev/dri/card1"
  bool nvidia = false;
  bool software = false;  // Mesa's llvmpipe
  int cuda_ordinal = -1;  // -1: not a CUDA device
};

enum class GlApi { desktop, es };

class OffscreenContext {
 public:
  // Returns the devices that EGL lists; empty if EGL cannot list devices. Throws OffscreenError if there is no EGL.
  static std::vector<OffscreenDevice> devices();

  // Makes a context of OpenGL 3.3 core or higher (or OpenGL ES 3.0), makes it current and loads GL's functions. device:
  // an index into devices(); −1: an NVIDIA device if one is usable, otherwise Mesa's choice without a surface (a GPU
  // that Mesa supports, or llvmpipe). Throws OffscreenError.
  explicit OffscreenContext(int device = -1, GlApi api = GlApi::desktop);
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;
  OffscreenContext(OffscreenContext&&) noexcept;
  OffscreenContext& operator=(OffscreenContext&&) noexcept;

  void make_current() const;  // on the calling thread
  void release_current() const;
  const std::string& device_name() const;

 private:
  struct Egl;
  std::unique_ptr<Egl> egl_;
};

// An RGBA8 colour texture with its framebuffer.
class OffscreenTarget {
 public:
  OffscreenTarget(int width, int height);

  void bind() const;  // for drawing and reading; sets the viewport
  Image read() const;
  GLuint framebuffer() const { return framebuffer_.id(); }
  GLuint texture() const { return texture_.id(); }
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_, height_;
  GlTexture texture_;
  GlFramebuffer framebuffer_;
};

}  // namespace ez
