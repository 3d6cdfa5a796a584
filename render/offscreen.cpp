#include "render/offscreen.h"

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "render/shader_cache.h"

#ifndef EGL_CUDA_DEVICE_NV
#define EGL_CUDA_DEVICE_NV 0x323A
#endif

namespace ez {
namespace {

constexpr const char* remedy =
    "install an EGL library: on Debian and Ubuntu `apt install libegl1 libgl1-mesa-dri`, or the graphics driver's own";

// Functions of libEGL. The library stays open, because drivers do not survive unloading.
struct Functions {
  decltype(&::eglGetProcAddress) get_proc = nullptr;
  decltype(&::eglQueryString) query_string = nullptr;
  decltype(&::eglInitialize) initialize = nullptr;
  decltype(&::eglBindAPI) bind_api = nullptr;
  decltype(&::eglChooseConfig) choose_config = nullptr;
  decltype(&::eglCreateContext) create_context = nullptr;
  decltype(&::eglDestroyContext) destroy_context = nullptr;
  decltype(&::eglMakeCurrent) make_current = nullptr;
  decltype(&::eglGetCurrentContext) current_context = nullptr;
  decltype(&::eglGetError) error = nullptr;
  // Extensions; null if absent.
  PFNEGLGETPLATFORMDISPLAYEXTPROC platform_display = nullptr;
  PFNEGLQUERYDEVICESEXTPROC query_devices = nullptr;
  PFNEGLQUERYDEVICESTRINGEXTPROC device_string = nullptr;
  PFNEGLQUERYDEVICEATTRIBEXTPROC device_attribute = nullptr;
};

template <class F>
void find_symbol(void* library, const char* name, F& f) {
  f = reinterpret_cast<F>(dlsym(library, name));
  if (!f) throw OffscreenError(fmt::format("libEGL.so.1 has no {}; {}", name, remedy));
}

Functions open_egl() {
  void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) throw OffscreenError(fmt::format("cannot draw without a window: libEGL.so.1 is not there; {}", remedy));
  Functions f;
  find_symbol(library, "eglGetProcAddress", f.get_proc);
  find_symbol(library, "eglQueryString", f.query_string);
  find_symbol(library, "eglInitialize", f.initialize);
  find_symbol(library, "eglBindAPI", f.bind_api);
  find_symbol(library, "eglChooseConfig", f.choose_config);
  find_symbol(library, "eglCreateContext", f.create_context);
  find_symbol(library, "eglDestroyContext", f.destroy_context);
  find_symbol(library, "eglMakeCurrent", f.make_current);
  find_symbol(library, "eglGetCurrentContext", f.current_context);
  find_symbol(library, "eglGetError", f.error);
  f.platform_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(f.get_proc("eglGetPlatformDisplayEXT"));
  f.query_devices = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(f.get_proc("eglQueryDevicesEXT"));
  f.device_string = reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(f.get_proc("eglQueryDeviceStringEXT"));
  f.device_attribute = reinterpret_cast<PFNEGLQUERYDEVICEATTRIBEXTPROC>(f.get_proc("eglQueryDeviceAttribEXT"));
  return f;
}

std::vector<EGLDeviceEXT> device_handles(const Functions& f) {
  EGLint count = 0;
  if (!f.query_devices || !f.device_string || !f.query_devices(0, nullptr, &count)) return {};
  std::vector<EGLDeviceEXT> handles(static_cast<std::size_t>(count));
  if (!f.query_devices(count, handles.data(), &count)) return {};
  handles.resize(static_cast<std::size_t>(count));
  return handles;
}

OffscreenDevice describe(const Functions& f, EGLDeviceEXT handle) {
  const char* extensions = f.device_string(handle, EGL_EXTENSIONS);
  const std::string_view all = extensions ? extensions : "";
  const auto has = [&](std::string_view name) { return all.find(name) != std::string_view::npos; };
  OffscreenDevice device;
  device.software = has("EGL_MESA_device_software");
  device.nvidia = has("EGL_NV_device_cuda");
  EGLAttrib ordinal = -1;
  if (device.nvidia && f.device_attribute && f.device_attribute(handle, EGL_CUDA_DEVICE_NV, &ordinal)) {
    device.cuda_ordinal = static_cast<int>(ordinal);
  }
  const char* file = has("EGL_EXT_device_drm") ? f.device_string(handle, EGL_DRM_DEVICE_FILE_EXT) : nullptr;
  device.name = device.nvidia ? "NVIDIA" : device.software ? "Mesa software renderer" : "graphics device";
  if (device.cuda_ordinal >= 0) device.name += fmt::format(", CUDA device {}", device.cuda_ordinal);
  if (file) device.name += fmt::format(", {}", file);
  return device;
}

}  // namespace

struct OffscreenContext::Egl {
  Functions f;
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  std::string name;

  Egl() = default;
  Egl(const Egl&) = delete;
  Egl& operator=(const Egl&) = delete;
  // The display itself belongs to EGL, and all contexts of the process share it, so it is not terminated.
  ~Egl() {
    if (context == EGL_NO_CONTEXT) return;
    if (f.current_context() == context) f.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    f.destroy_context(display, context);
  }

  // Returns an empty string on success, otherwise the failed step. Does not throw, so that the next display can be
  // tried.
  std::string open(EGLDisplay with, GlApi api) {
    const auto failed = [&](const char* what) { return fmt::format("{} (EGL error 0x{:04x})", what, f.error()); };
    display = with;
    if (display == EGL_NO_DISPLAY) return failed("no display");
    EGLint major = 0, minor = 0;
    if (!f.initialize(display, &major, &minor)) return failed("it cannot be initialised");
    const bool es = api == GlApi::es;
    if (!f.bind_api(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API)) return failed("it has no OpenGL");
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                             es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!f.choose_config(display, wanted, &config, 1, &count) || count == 0)
      return failed("it has no OpenGL configuration");
    const EGLint core[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    const EGLint es3[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    context = f.create_context(display, config, EGL_NO_CONTEXT, es ? es3 : core);
    if (context == EGL_NO_CONTEXT) return failed(es ? "it has no OpenGL ES 3.0" : "it has no OpenGL 3.3 core");
    if (!f.make_current(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
      return failed("it cannot draw without a surface");
    return load_gl(f.get_proc) ? "" : "its OpenGL functions cannot be loaded";
  }
};

std::vector<OffscreenDevice> OffscreenContext::devices() {
  const Functions f = open_egl();
  std::vector<OffscreenDevice> all;
  for (EGLDeviceEXT handle : device_handles(f)) all.push_back(describe(f, handle));
  return all;
}

OffscreenContext::OffscreenContext(int device, GlApi api) {
  disable_shader_cache_on_full_disk();
  const Functions f = open_egl();
  if (!f.platform_display)
    throw OffscreenError(fmt::format("cannot draw without a window: EGL is too old; {}", remedy));
  const std::vector<EGLDeviceEXT> handles = device_handles(f);
  std::vector<OffscreenDevice> devices;
  for (EGLDeviceEXT handle : handles) devices.push_back(describe(f, handle));

  std::string failures;
  const auto tried = [&](EGLDisplay display, const std::string& name) {
    auto egl = std::make_unique<Egl>();
    egl->f = f;
    egl->name = name;
    const std::string failure = egl->open(display, api);
    if (!failure.empty()) {
      failures += fmt::format("\n  {}: {}", name, failure);
      return false;
    }
    egl_ = std::move(egl);
    raise_shader_cache_thread();
    return true;
  };
  const auto try_device = [&](std::size_t i) {
    return tried(f.platform_display(EGL_PLATFORM_DEVICE_EXT, handles[i], nullptr), devices[i].name);
  };

  if (device >= 0) {
    if (static_cast<std::size_t>(device) >= devices.size()) {
      throw OffscreenError(fmt::format("there is no EGL device {}; EGL lists {}", device, devices.size()));
    }
    if (try_device(static_cast<std::size_t>(device))) return;
    throw OffscreenError(fmt::format("cannot draw on EGL device {}:{}", device, failures));
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].nvidia && try_device(i)) return;
  }
  if (tried(f.platform_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr), "Mesa without a surface")) return;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (!devices[i].nvidia && try_device(i)) return;
  }
  throw OffscreenError(fmt::format("cannot draw without a window; {}. Tried:{}", remedy, failures));
}

OffscreenContext::~OffscreenContext() = default;
OffscreenContext::OffscreenContext(OffscreenContext&&) noexcept = default;
OffscreenContext& OffscreenContext::operator=(OffscreenContext&&) noexcept = default;

void OffscreenContext::make_current() const {
  if (!egl_->f.make_current(egl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, egl_->context)) {
    throw OffscreenError(
        fmt::format("cannot make the context of {} current (EGL error 0x{:04x})", egl_->name, egl_->f.error()));
  }
}

void OffscreenContext::release_current() const {
  egl_->f.make_current(egl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

const std::string& OffscreenContext::device_name() const { return egl_->name; }

OffscreenTarget::OffscreenTarget(int width, int height)
    : width_(width), height_(height), texture_(GlTexture::create()), framebuffer_(GlFramebuffer::create()) {
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
  EZ_GL_CHECK("making an off-screen target");
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    throw GlError(fmt::format("an off-screen target of {}x{} pixels cannot be drawn to", width, height));
  }
}

void OffscreenTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glViewport(0, 0, width_, height_);
}

Image OffscreenTarget::read() const {
  bind();
  return read_framebuffer(0, 0, width_, height_);
}

}  // namespace ez
