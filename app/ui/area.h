// Rectangle in ImGui's coordinates (framebuffer pixels / DisplayFramebufferScale).
#pragma once

#include <imgui.h>

namespace ez {

struct Area {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  bool contains(ImVec2 p) const { return p.x >= min.x && p.y >= min.y && p.x < max.x && p.y < max.y; }
};

}  // namespace ez
