#include "app/platform/window.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "app/platform/surface.h"
#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include "implot.h"
#include "render/gl.h"
#include "solver/base/memory.h"

namespace ez {

// The contexts of Dear ImGui and ImPlot, and the backends that feed and draw them.
struct Window::Contexts {
  explicit Contexts(Surface& s) : surface(s) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImPlot::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // the program sets the layout, no file does
    io.LogFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard | ImGuiConfigFlags_DockingEnable;
    surface.init_imgui();
    ImGui_ImplOpenGL3_Init(gl_is_es() ? "#version 300 es" : "#version 330 core");
  }
  ~Contexts() {
    list_textures();
    ImGui_ImplOpenGL3_Shutdown();
    surface.shutdown_imgui();
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
  }
  Contexts(const Contexts&) = delete;
  Contexts& operator=(const Contexts&) = delete;

  // Lists the textures that the backend frees. If an exception cut a frame short, the list may still contain deleted
  // textures of the atlas, because it is normally updated at the end of a frame.
  static void list_textures() {
    ImVector<ImTextureData*>& all = ImGui::GetPlatformIO().Textures;
    all.clear();
    for (ImTextureData* texture : ImGui::GetIO().Fonts->TexList) all.push_back(texture);
  }

  Surface& surface;
};

namespace {

// The OpenGL libraries crash when they run out of memory. Mesa's software renderer reserves some 700 MB of addresses on
// two cores, and more for the stack and heap of every further thread.
void require_memory_for_gl() {
  const double least = 1e9 + 75e6 * std::min(std::thread::hardware_concurrency(), 32u), left = address_space_left();
  if (left < least)
    throw WindowError(fmt::format("drawing needs {} of address space, but `ulimit -v` leaves {}; raise that limit",
                                  human_bytes(least), human_bytes(left)));
}

}  // namespace

Window::Window(const WindowOptions& options) {
  require_memory_for_gl();
  surface_ = options.offscreen ? open_offscreen(options) : open_display(options);
  contexts_ = std::make_unique<Contexts>(*surface_);
}
Window::~Window() {
  contexts_.reset();  // destroyed before the GL context
}

bool Window::poll() { return surface_->poll(); }
void Window::keep_open() { surface_->keep_open(); }
void Window::wait(double seconds) {
  if (seconds > 0) surface_->wait(seconds);
}
void Window::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  surface_->feed_imgui();
  ImGui::NewFrame();
  surface_->bind();
}
void Window::draw_interface() {
  ImGui::Render();
  surface_->bind();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glFlush();  // sent to the GPU before the engine gets more work
}
void Window::wait_until_drawn() { glFinish(); }
void Window::present() { surface_->present(); }
int Window::width() const { return surface_->width(); }
int Window::height() const { return surface_->height(); }
float Window::scale() const { return surface_->scale(); }
double Window::refresh_rate() const { return surface_->refresh_rate(); }
std::vector<std::string> Window::take_dropped() { return surface_->take_dropped(); }
void Window::set_title(const std::string& title) { surface_->set_title(title); }
void Window::on_display_lost(const std::function<void()>& last_wish) { surface_->on_display_lost(last_wish); }
bool Window::is_driven() const { return surface_->is_driven(); }
bool Window::has_lost_objects() {
  if (!surface_->take_restored()) return false;
  ImGui_ImplOpenGL3_DestroyDeviceObjects();  // the next frame makes them again
  return true;
}
std::vector<std::string> Window::screens() const { return surface_->screens(); }
void Window::set_full_screen(bool on, const std::string& screen) { surface_->set_full_screen(on, screen); }
Image Window::read() const { return read(0, 0, width(), height()); }
Image Window::read(int x, int y, int width, int height) const {
  surface_->bind();
  return read_framebuffer(x, this->height() - y - height, width, height);
}
void Window::draw_over(ImDrawList& list) {
  const ImDrawData& drawn = *ImGui::GetDrawData();
  ImDrawData data;
  data.Valid = true;
  data.DisplayPos = drawn.DisplayPos;
  data.DisplaySize = drawn.DisplaySize;
  data.FramebufferScale = drawn.FramebufferScale;
  data.OwnerViewport = drawn.OwnerViewport;
  data.Textures = drawn.Textures;  // includes newly added letters
  data.AddDrawList(&list);
  surface_->bind();
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

}  // namespace ez
