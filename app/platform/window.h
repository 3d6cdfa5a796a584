// A window with an OpenGL 3.3 core context and Dear ImGui in it; or the same without a display, drawn into a texture
// over EGL. The frame loop does not know which.
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
  int width = 1280, height = 720;  // pixels off-screen; on a display its own units, scaled by the monitor
  bool offscreen = false;
  bool vsync = true;
  std::string title = "ezscope";
  int least_width = 0, least_height = 0;  // it cannot be made smaller; 0: it can
};

class WindowError : public std::runtime_error {  // says what is missing and what to do
 public:
  using std::runtime_error::runtime_error;
};

class Window {
 public:
  explicit Window(const WindowOptions& options);  // throws WindowError; the context is current afterwards
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // Handles what the user did. False once the window is asked to close; keep_open() takes that back.
  bool poll();
  void keep_open();
  // Waits up to `seconds` for the user to do something.
  void wait(double seconds);
  // Starts a frame of Dear ImGui and binds the framebuffer to draw in.
  void begin_frame();
  // Draws what Dear ImGui was told over the picture.
  void draw_interface();
  void wait_until_drawn();  // the GPU has nothing of the window left to do
  void present();

  int width() const;  // of the framebuffer, in pixels; 0 when minimised
  int height() const;
  float scale() const;                      // HiDPI
  double refresh_rate() const;              // Hz
  std::vector<std::string> take_dropped();  // files dropped since the last call
  void set_title(const std::string& title);
  // By their names, the main one first; off-screen there is none.
  std::vector<std::string> screens() const;
  // `screen`: by its name; empty, or one that is not there any more: the one that most of the window is on.
  void set_full_screen(bool on, const std::string& screen = {});
  // When the connection to the display breaks, the program ends here and now, after `last_wish`, which draws nothing.
  void when_display_is_lost(const std::function<void()>& last_wish);
  Image read() const;  // the whole window as drawn in this frame
  // A part of it: its upper left corner, counted from the window's, and its size in pixels.
  Image read(int x, int y, int width, int height) const;
  // Over what was drawn, and read: what is not to be in a film.
  void draw_over(ImDrawList& list);

 private:
  struct Contexts;
  class Surface;
  class Display;
  class Offscreen;
  std::unique_ptr<Surface> surface_;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace ez
