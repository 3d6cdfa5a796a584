// A window with an OpenGL 3.3 core context and Dear ImGui, or an off-screen texture over EGL in its place. The frame
// loop does not distinguish them.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "render/image.h"

struct ImDrawList;

namespace ez {

struct WindowOptions {
  int width = 1280, height = 720;  // off-screen in pixels; on a display in its own units, scaled by the monitor
  bool offscreen = false;
  bool vsync = true;
  std::string title = "ezscope";
  int least_width = 0, least_height = 0;  // smallest size that the user can choose; 0: no limit
};

class WindowError : public std::runtime_error {  // reports what is missing and what to do
 public:
  using std::runtime_error::runtime_error;
};

class Surface;

class Window {
 public:
  explicit Window(const WindowOptions& options);  // throws WindowError; makes the context current
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // Processes the user's input. Returns false once the window is asked to close; keep_open() cancels that.
  bool poll();
  void keep_open();
  // Waits up to `seconds` for input.
  void wait(double seconds);
  // Starts a frame of Dear ImGui and binds the framebuffer to draw to.
  void begin_frame();
  // Draws the interface of Dear ImGui over the picture.
  void draw_interface();
  void wait_until_drawn();  // waits until the GPU has drawn everything
  void present();

  int width() const;  // of the framebuffer, in pixels; 0 when minimised
  int height() const;
  float scale() const;                      // HiDPI
  double refresh_rate() const;              // Hz
  std::vector<std::string> take_dropped();  // files dropped since the last call
  // Returns true if a page calls for each frame, which then must never wait.
  bool is_driven() const;
  // Returns true once after a browser has taken all OpenGL objects away and given the context back. Those of others
  // than the window must be made again.
  bool has_lost_objects();
  void set_title(const std::string& title);
  // Returns the names of the screens, the main one first; none off-screen.
  std::vector<std::string> screens() const;
  // `screen` is a name. If it is empty or no longer connected, the screen with most of the window is used.
  void set_full_screen(bool on, const std::string& screen = {});
  // Ends the program at once when the connection to the display breaks. Calls `last_wish` first, which must not draw.
  void on_display_lost(const std::function<void()>& last_wish);
  Image read() const;  // the whole window as drawn in this frame
  // Returns a part of it: its upper left corner relative to the window's, and its size in pixels.
  Image read(int x, int y, int width, int height) const;
  // Draws something over the frame after it was read, so that it is not in a video.
  void draw_over(ImDrawList& list);

 private:
  struct Contexts;
  std::unique_ptr<Surface> surface_;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace ez
