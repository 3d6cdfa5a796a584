// Draws everything that uses Dear ImGui: tool bar, panel, status line, the overlays of the picture, help, notes and
// questions. Reads the state and emits commands. Remembers only the state of the interface itself, such as open
// sections or a drag in progress.
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
  float scale = 1;     // HiDPI: multiplies every length
  bool chrome = true;  // false: only the picture and its overlays, no panels (ezscope render)
  // false: no panel, and of the tool bar only the buttons to restart and run (a page in another page)
  bool bars = true;
  // Returns why the engine cannot use a block shape, empty if it can: Engine::why_illegal. Called when a shape is typed
  // and while the list of shapes is open. Absent: the engine has no blocks.
  std::function<std::string(BlockShape)> why_illegal_block;
  // Folder of the gallery's cached pictures, see Thumbnails. Absent: no pictures are made.
  std::optional<std::filesystem::path> thumbnails;
};

class Interface {
 public:
  // Needs current contexts of ImGui and ImPlot. Loads fonts and style.
  explicit Interface(const InterfaceOptions& options);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  // Sets InterfaceOptions::scale: the window came to another screen, or the user zoomed the page.
  void set_scale(float scale);
  // Returns true if a window of this width, in pixels, has no space for the panel next to the picture.
  bool is_narrow(const State& state, int width, int height) const;
  // Replaces InterfaceOptions::why_illegal_block after a change of the engine.
  void set_blocks(std::function<std::string(BlockShape)> why_illegal);
  // Call it between ImGui::NewFrame() and ImGui::Render(). Returns the user's commands of this frame. `for_report`: the
  // name and time of the scene replace the tool bar, above the panes.
  Commands draw(const State& state, bool for_report = false);
  // Draws the sign that a video is being recorded if the tool bar does not show it. Call it after the frame was
  // recorded. Returns false if nothing was drawn.
  bool draw_recording_sign(const State& state, ImDrawList& list) const;
  // Returns the area for pictures that bars and panel leave. Valid after the first draw().
  ScreenRect picture() const;
  // Returns one picture of the active pane in explore, otherwise up to eight side by side.
  const std::vector<PicturePlace>& pictures() const;
  // Returns the area that a report shows: the panes with their legend, and the heading above.
  ScreenRect panes() const;
  // Returns the data that a feature remembers.
  template <class T>
  const T& remembered() const {
    return *remembered().of<Shared<T>>().value;
  }
  // The point under the mouse in nodes of the scene, and its pane, if the mouse is over a picture.
  struct Pointed {
    Vec2 node;
    int pane = 0;
  };
  std::optional<Pointed> pointed() const;
  // Returns true if more mouse or key events have arrived than this frame could handle. The next frames handle them.
  bool input_waits() const;

 private:
  const Slots& remembered() const;

  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace ez
