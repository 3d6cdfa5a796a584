// The tool bar's items, one after the other, and what features add to it.
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
  void (*mark)(const Context& c) = nullptr;     // the program's mark was pressed
  void (*transport)(ToolBar& bar) = nullptr;    // a button beside run and step
  void (*entries)(const Context& c) = nullptr;  // of the menu ##more, beside undo and redo
  void (*share)(const Context& c) = nullptr;    // of the menu ##share
  // A button before ##share. `told`: there is room to say what goes on, in the place of ##camera and ##share.
  void (*button)(ToolBar& bar, bool told) = nullptr;
  bool (*goes_on)(const State& state) = nullptr;             // something does, and is told so
  float told_width = 0;                                      // of what is said then
  void (*dot)(const ToolBar& bar, ImVec2 corner) = nullptr;  // on ##more, which hides the button
};

// In a window so wide the tool bar says what goes on. toolbar.cpp
bool has_room_to_tell(const Look& look, float window);

}  // namespace ez
