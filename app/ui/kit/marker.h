// Draws lines and arrows over the picture like a marker: a colour with an outline.
#pragma once

#include <imgui.h>

#include <span>

#include "app/ui/kit/look.h"

namespace ez {

void marker_line(const Look& look, ImDrawList* list, std::span<const ImVec2> points, ImU32 color);
// `head`: length of the head in pixels, at most that of the arrow.
void marker_arrow(const Look& look, ImDrawList* list, ImVec2 tail, ImVec2 tip, float head, ImU32 color);

}  // namespace ez
