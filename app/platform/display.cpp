// A window of the desktop, by GLFW.
#include "app/platform/surface.h"

// Comes first, so that GLFW includes no GL header.
#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "app/platform/exit_code.h"
#include "app/platform/screens.h"
#include "imgui_impl_glfw.h"
#include "render/gl.h"
#include "render/shader_cache.h"

namespace ez {
namespace {

// Returns the last error of GLFW. Its error callback takes no object, so a function-local static holds it.
std::string& glfw_words() {
  static std::string words;
  return words;
}
struct GlfwLibrary {
  GlfwLibrary() {
    disable_shader_cache_on_full_disk();
    glfwSetErrorCallback([](int, const char* text) { glfw_words() = text; });
    if (glfwInit() != GLFW_TRUE)
      throw WindowError(
          "cannot open a window: " + glfw_words() +
          "; start it on a desktop, or use --offscreen, or ezscope render SCENE --until 40T --out FILE.png");
  }
  ~GlfwLibrary() { glfwTerminate(); }
  GlfwLibrary(const GlfwLibrary&) = delete;
  GlfwLibrary& operator=(const GlfwLibrary&) = delete;
};

GLFWwindow* create(const WindowOptions& o) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  glfwWindowHintString(GLFW_X11_CLASS_NAME, "ezscope");
  // X11's own interface to OpenGL is in libGL. If that is missing, EGL may work.
  std::string words;
  for (const int way : {GLFW_NATIVE_CONTEXT_API, GLFW_EGL_CONTEXT_API}) {
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, way);
    if (GLFWwindow* window = glfwCreateWindow(o.width, o.height, o.title.c_str(), nullptr, nullptr)) return window;
    words += (words.empty() ? "" : "; ") + glfw_words();
  }
  throw WindowError("cannot open an OpenGL 3.3 window: " + words +
                    "; install your graphics driver, or Mesa's software renderer (libgl1-mesa-dri)");
}

class Display : public Surface {
 public:
  explicit Display(const WindowOptions& o) : window_(create(o), glfwDestroyWindow) {
    glfwSetWindowUserPointer(window_.get(), this);
    glfwSetDropCallback(window_.get(), [](GLFWwindow* w, int count, const char** paths) {
      auto* self = static_cast<Display*>(glfwGetWindowUserPointer(w));
      self->dropped_.insert(self->dropped_.end(), paths, paths + count);
    });
    glfwMakeContextCurrent(window_.get());
    if (!load_gl(glfwGetProcAddress)) throw WindowError("the driver has no OpenGL 3.3; update the graphics driver");
    raise_shader_cache_thread();
    glfwSwapInterval(o.vsync ? 1 : 0);
    if (o.least_width > 0) set_smallest_size(o.least_width, o.least_height);
  }
  bool poll() override {
    glfwPollEvents();
    return glfwWindowShouldClose(window_.get()) == GLFW_FALSE;
  }
  void keep_open() override { glfwSetWindowShouldClose(window_.get(), GLFW_FALSE); }
  void wait(double seconds) override { glfwWaitEventsTimeout(seconds); }
  void init_imgui() override { ImGui_ImplGlfw_InitForOpenGL(window_.get(), true); }
  void shutdown_imgui() override { ImGui_ImplGlfw_Shutdown(); }
  void feed_imgui() override { ImGui_ImplGlfw_NewFrame(); }
  void bind() override {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, width(), height());
  }
  void present() override { glfwSwapBuffers(window_.get()); }
  int width() const override { return size().first; }
  int height() const override { return size().second; }
  float scale() const override {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window_.get(), &x, &y);
    return std::max(x, y) > 0 ? std::max(x, y) : 1;
  }
  double refresh_rate() const override {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    return mode != nullptr && mode->refreshRate >= 30 ? mode->refreshRate : 60;
  }
  std::vector<std::string> take_dropped() override { return std::exchange(dropped_, {}); }
  void set_title(const std::string& title) override { glfwSetWindowTitle(window_.get(), title.c_str()); }
  std::vector<std::string> screens() override {
    std::vector<std::string> names;
    for (GLFWmonitor* m : monitors()) {
      const char* name = glfwGetMonitorName(m);
      names.emplace_back(name != nullptr ? name : "");
    }
    return with_unique_names(std::move(names));
  }
  void set_full_screen(bool on, const std::string& screen) override {
    GLFWmonitor* const now = glfwGetWindowMonitor(window_.get());
    GLFWmonitor* const monitor = monitor_for(screen);
    if (on ? now == monitor : now == nullptr) return;
    const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
    if (on && mode != nullptr) {
      if (now == nullptr) {
        glfwGetWindowPos(window_.get(), &x_, &y_);
        glfwGetWindowSize(window_.get(), &w_, &h_);
      }
      glfwSetWindowMonitor(window_.get(), monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else if (!on) {
      glfwSetWindowMonitor(window_.get(), nullptr, x_, y_, w_, h_, 0);
    }
  }
  // When the server is gone, X11's library ends the program. It first calls its error handler, and then the display's
  // exit handler if the error handler returns, which the default one does not. GLFW loads the library itself for an X11
  // window and does not expose any of this.
  void on_display_lost(const std::function<void()>& last_wish) override {
    using GetDisplay = void*(void);
    using SetErrorHandler = void*(int (*)(void*));
    using SetExitHandler = void(void*, void (*)(void*, void*), void*);
    void* x11 = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (x11 == nullptr) return;
    auto* get_display = reinterpret_cast<GetDisplay*>(dlsym(RTLD_DEFAULT, "glfwGetX11Display"));
    auto* on_error = reinterpret_cast<SetErrorHandler*>(dlsym(x11, "XSetIOErrorHandler"));
    auto* on_exit = reinterpret_cast<SetExitHandler*>(dlsym(x11, "XSetIOErrorExitHandler"));
    dlclose(x11);  // GLFW keeps its own handle
    void* display = get_display != nullptr ? get_display() : nullptr;
    if (display == nullptr || on_error == nullptr || on_exit == nullptr) return;
    last_wish_ = last_wish;
    const auto exit = [](void*, void* self) {
      std::fputs("ezscope: lost the connection to the display\n", stderr);
      static_cast<Display*>(self)->last_wish_();
      std::_Exit(exit_failed);
    };
    on_error([](void*) { return 0; });
    on_exit(display, exit, this);
  }

 private:
  static std::vector<GLFWmonitor*> monitors() {
    int count = 0;
    GLFWmonitor** all = glfwGetMonitors(&count);
    return all != nullptr ? std::vector(all, all + count) : std::vector<GLFWmonitor*>();
  }
  GLFWmonitor* monitor_for(const std::string& screen) {
    const std::vector<GLFWmonitor*> all = monitors();
    if (const auto k = screen_named(screens(), screen)) return all[*k];
    if (GLFWmonitor* now = glfwGetWindowMonitor(window_.get())) return now;
    int x = 0, y = 0, w = 0, h = 0;
    glfwGetWindowPos(window_.get(), &x, &y);
    glfwGetWindowSize(window_.get(), &w, &h);
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    long most = 0;
    for (GLFWmonitor* m : all) {
      int mx = 0, my = 0;
      glfwGetMonitorPos(m, &mx, &my);
      const GLFWvidmode* mode = glfwGetVideoMode(m);
      if (mode == nullptr) continue;
      const long wide = std::min(x + w, mx + mode->width) - std::max(x, mx),
                 high = std::min(y + h, my + mode->height) - std::max(y, my);
      if (wide > 0 && high > 0 && wide * high > most) most = wide * high, best = m;
    }
    return best;
  }
  // Uses the window's own units, which may include the monitor's scale.
  void set_smallest_size(int width, int height) {
    int units = 0, pixels = 0, unused = 0;
    glfwGetWindowSize(window_.get(), &units, &unused);
    glfwGetFramebufferSize(window_.get(), &pixels, &unused);
    const float s = pixels > 0 ? scale() * static_cast<float>(units) / static_cast<float>(pixels) : 1;
    const auto scaled = [s](int v) { return static_cast<int>(std::lround(s * static_cast<float>(v))); };
    glfwSetWindowSizeLimits(window_.get(), scaled(width), scaled(height), GLFW_DONT_CARE, GLFW_DONT_CARE);
  }

  std::pair<int, int> size() const {
    if (glfwGetWindowAttrib(window_.get(), GLFW_ICONIFIED) == GLFW_TRUE) return {0, 0};
    int w = 0, h = 0;
    glfwGetFramebufferSize(window_.get(), &w, &h);
    return w > 0 && h > 0 ? std::pair{w, h} : std::pair{0, 0};
  }

  GlfwLibrary library_;
  std::unique_ptr<GLFWwindow, void (*)(GLFWwindow*)> window_;
  std::vector<std::string> dropped_;
  std::function<void()> last_wish_;
  int x_ = 0, y_ = 0, w_ = 1280, h_ = 720;  // place and size before full screen, in screen units
};

}  // namespace

std::unique_ptr<Surface> open_display(const WindowOptions& options) { return std::make_unique<Display>(options); }

}  // namespace ez
