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

#include "app/model/command.h"
#include "app/model/slots.h"
#include "app/model/state.h"
#include "app/picture/place.h"

struct ImDrawList;

namespace ez {

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
  // One in explore mode, of the active pane; up to eight side by side.
  const std::vector<PicturePlace>& pictures() const;
  // What a report shows: panes with their legend, under what they are of.
  ScreenRect panes() const;
  // What a feature remembers of its part from frame to frame.
  template <class T>
  const T& remembered() const {
    return *remembered().of<Shared<T>>().value;
  }
  // What is under the mouse, when it is over a picture: the point in nodes of the scene, and the pane.
  struct Pointed {
    Vec2 node;
    int pane = 0;
  };
  std::optional<Pointed> pointed() const;
  // Mouse or keys did more since the frame before than this one could take: the next ones go on with it.
  bool input_waits() const;

 private:
  const Slots& remembered() const;

  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace ez
