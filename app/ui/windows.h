// Windows at computed positions: bars, panel, picture.
#pragma once

#include <imgui.h>

#include <algorithm>

#include "app/ui/kit/area.h"

namespace ez {

inline bool begin_fixed(const char* name, const Area& area, ImGuiWindowFlags flags = 0) {
  constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoDocking |
                                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing;
  ImGui::SetNextWindowPos(area.min);
  ImGui::SetNextWindowSize({std::max(1.0f, area.width()), std::max(1.0f, area.height())});
  return ImGui::Begin(name, nullptr, fixed | flags);
}

// Begins a window without padding. Its tooltips and menus keep their padding.
inline bool begin_bar(const char* name, const Area& area, ImGuiWindowFlags flags = 0) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  const bool shown = begin_fixed(name, area, flags);
  ImGui::PopStyleVar();
  return shown;
}

}  // namespace ez
