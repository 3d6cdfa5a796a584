// Everything Dear ImGui draws: tool bar, panel, status line, what lies over the picture, help, notes and questions.
// Reads the state, emits commands. What it remembers itself is only how the interface stands (open sections, a drag in
// progress).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/command.h"
#include "app/state.h"

namespace ez {

// Whole framebuffer pixels, origin at the top left. (render's PixelRect has its origin at the picture's lower left.)
struct ScreenRect {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const ScreenRect&) const = default;
};

struct InterfaceOptions {
  float scale = 1;     // HiDPI: every length is multiplied by it
  bool chrome = true;  // false: the picture and what lies over it, no panels (ezscope render)
  // Why the engine cannot take a block shape, empty when it can: Engine::why_illegal. Asked when a shape is typed and
  // while the table of shapes is open. Absent: the engine has no blocks.
  std::function<std::string(BlockShape)> why_illegal_block;
};

class Interface {
 public:
  // Needs a current ImGui and ImPlot context: loads fonts and style.
  explicit Interface(const InterfaceOptions& options);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  // Between ImGui::NewFrame() and ImGui::Render(). Returns what the user did in this frame.
  Commands draw(const State& state);
  // Where the field belongs; valid after the first draw().
  ScreenRect picture() const;
  // The point under the mouse in node coordinates, when it is over the picture.
  std::optional<Vec2> mouse_node(const State& state) const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

// Picture rectangle in node coordinates for a view: the one conversion between pixels and nodes that solver, painter
// and overlay share. y is up in nodes, down in pixels.
PictureWindow picture_window(const State& state, const ScreenRect& picture);
Vec2 node_at(const PictureWindow& window, const ScreenRect& picture, double px, double py);
Vec2 pixel_at(const PictureWindow& window, const ScreenRect& picture, Vec2 node);

}  // namespace ez
