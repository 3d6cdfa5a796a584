// Lines and arrows over the picture as a marker draws them: a colour within a halo.
#pragma once

#include <imgui.h>

#include <span>

#include "app/ui/kit/look.h"

namespace ez {

void marker_line(const Look& look, ImDrawList* list, std::span<const ImVec2> points, ImU32 color);
// `head`: its length in pixels, no more than the arrow's own.
void marker_arrow(const Look& look, ImDrawList* list, ImVec2 tail, ImVec2 tip, float head, ImU32 color);

}  // namespace ez
