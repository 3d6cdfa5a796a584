// Menus that a button or a right click opens.
#pragma once

#include <imgui.h>

#include "app/ui/input/touch_scroll.h"
#include "app/ui/kit/look.h"

namespace ez {

// Begins the menu `id` if ImGui::OpenPopup() has opened it, and ends it. If the last press came from a finger, the rows
// are 30 pixels high, which the scale of a touched screen makes 40.
class PopupMenu {
 public:
  PopupMenu(const Look& look, const char* id) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, look.px(8, is_finger() ? 14 : 4));
    open_ = ImGui::BeginPopup(id);
  }
  ~PopupMenu() {
    if (open_) ImGui::EndPopup();
    ImGui::PopStyleVar();
  }
  PopupMenu(const PopupMenu&) = delete;
  PopupMenu& operator=(const PopupMenu&) = delete;
  explicit operator bool() const { return open_; }

 private:
  bool open_ = false;
};

}  // namespace ez
