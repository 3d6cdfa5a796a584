// Everything Dear ImGui draws: tool bar, panel, status line, what lies over the picture, help, notes and questions.
// Reads the state, emits commands. What it remembers itself is only how the interface stands (open sections, a drag in
// progress).
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/state.h"

struct ImDrawList;

namespace ez {

// Whole framebuffer pixels, origin at the top left. (render's PixelRect has its origin at the picture's lower left.)
struct ScreenRect {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const ScreenRect&) const = default;
};

// A picture in the window: one pane's field, or with `residual` what is left of it when its reference run's is
// subtracted.
struct PicturePlace {
  int pane = 0;
  bool residual = false;
  ScreenRect rect;
  bool operator==(const PicturePlace&) const = default;
};

struct InterfaceOptions {
  float scale = 1;     // HiDPI: every length is multiplied by it
  bool chrome = true;  // false: the picture and what lies over it, no panels (ezscope render)
  // Why the engine cannot take a block shape, empty when it can: Engine::why_illegal. Asked when a shape is typed and
  // while the table of shapes is open. Absent: the engine has no blocks.
  std::function<std::string(BlockShape)> why_illegal_block;
  // Where the gallery's pictures are kept, see Thumbnails. Absent: none are made.
  std::optional<std::filesystem::path> thumbnails;
};

class Interface {
 public:
  // Needs a current ImGui and ImPlot context: loads fonts and style.
  explicit Interface(const InterfaceOptions& options);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  // Of another engine: InterfaceOptions::why_illegal_block.
  void set_blocks(std::function<std::string(BlockShape)> why_illegal);
  // Between ImGui::NewFrame() and ImGui::Render(). Returns what the user did in this frame.
  // `for_report`: what the picture is of stands over the tool bar, above the panes.
  Commands draw(const State& state, bool for_report = false);
  // What says that a film is made, where the tool bar does not: for after its picture was taken. False: nothing.
  bool draw_lamp(const State& state, ImDrawList& list) const;
  // What is left of the window by bars and panel, where the pictures are; valid after the first draw().
  ScreenRect picture() const;
  // One in explore mode, of the active pane; up to eight in the boundary lab.
  const std::vector<PicturePlace>& pictures() const;
  // The part of the boundary lab that a report shows: panes with their legend, under what they are of.
  ScreenRect panes() const;
  // The kernel lab's map of block shapes; empty while it is not shown.
  ScreenRect block_map() const;
  // What is under the mouse, when it is over a picture: the point in nodes of the scene, and the pane.
  struct Pointed {
    Vec2 node;
    int pane = 0;
  };
  std::optional<Pointed> pointed() const;
  // Mouse or keys did more since the frame before than this one could take: the next ones go on with it.
  bool input_waits() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

// Picture rectangle in node coordinates for a view: the one conversion between pixels and nodes that solver, painter
// and overlay share. y is up in nodes, down in pixels. Nodes are the scene's.
PictureWindow picture_window(const State& state, const ScreenRect& picture);
// The same rectangle in the nodes of the pane that is shown there: the same parts of both grids' extents.
PictureWindow picture_window(const State& state, const PicturePlace& place);
// A point in nodes of the scene, in nodes of another of the same extent.
Vec2 to_grid(const Grid& from, const Grid& to, Vec2 node);
Vec2 node_at(const PictureWindow& window, const ScreenRect& picture, double px, double py);
Vec2 pixel_at(const PictureWindow& window, const ScreenRect& picture, Vec2 node);

}  // namespace ez
