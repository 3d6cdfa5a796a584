// A surface that a Window draws to and takes input from: a window of the desktop, a canvas of a page, or a texture.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/platform/window.h"

namespace ez {

// Has a current OpenGL context and feeds Dear ImGui.
class Surface {
 public:
  virtual ~Surface() = default;
  virtual bool poll() = 0;
  virtual void keep_open() {}
  virtual void wait(double seconds) = 0;
  virtual void init_imgui() {}
  virtual void shutdown_imgui() {}
  virtual void feed_imgui() = 0;
  virtual void bind() = 0;
  virtual void present() = 0;
  virtual int width() const = 0;
  virtual int height() const = 0;
  virtual float scale() const { return 1; }
  virtual double refresh_rate() const { return 60; }
  virtual std::vector<std::string> take_dropped() { return {}; }
  virtual void set_title(const std::string&) {}
  virtual std::vector<std::string> screens() { return {}; }
  virtual void set_full_screen(bool, const std::string&) {}
  virtual void on_display_lost(const std::function<void()>&) {}
  virtual bool is_driven() const { return false; }
  // Returns true once after the browser took all OpenGL objects away and gave the context back.
  virtual bool take_restored() { return false; }
};

// Each throws WindowError.
std::unique_ptr<Surface> open_display(const WindowOptions& options);
std::unique_ptr<Surface> open_offscreen(const WindowOptions& options);

}  // namespace ez
