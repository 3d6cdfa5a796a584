// The tool bar's layout, and the items that features add to it.
#pragma once

#include <string_view>

#include "app/ui/context.h"

namespace ez {

inline constexpr float tool_bar_height = 48;

// Places items along the bar.
struct ToolBar {
  const Context& c;
  Pen pen;
  float x;

  void at(float size);
  void gap();
  bool button(const char* id, ImWchar icon, std::string_view what, std::string_view key,
              ButtonState state = ButtonState::plain, bool enabled = true);
};

struct ToolBarHooks {
  void (*mark)(const Context& c) = nullptr;     // the program's logo was pressed
  void (*transport)(ToolBar& bar) = nullptr;    // draws a button next to run and step
  void (*entries)(const Context& c) = nullptr;  // entries of the menu ##more, next to undo and redo
  void (*share)(const Context& c) = nullptr;    // entries of the menu ##share
  // Draws a button before ##share. `with_progress`: there is space for its progress before the button.
  void (*button)(ToolBar& bar, bool with_progress) = nullptr;
  bool (*goes_on)(const State& state) = nullptr;  // a process is running, and its progress is shown
  float progress_width = 0;                       // width of that progress, unscaled
  // Draws a dot on ##more in a window too narrow for the button.
  void (*dot)(const ToolBar& bar, ImVec2 corner) = nullptr;
};

// True if the tool bar of a window of this width has space for progress. toolbar.cpp
bool has_room_for_progress(const Look& look, float window);

}  // namespace ez
