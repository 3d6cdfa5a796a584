// A rectangle in ImGui's coordinates (framebuffer pixels / DisplayFramebufferScale).
#pragma once

#include <imgui.h>

namespace ez {

struct Area {
  ImVec2 min, max;
  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  bool meets(const Area& o) const { return min.x < o.max.x && o.min.x < max.x && min.y < o.max.y && o.min.y < max.y; }
  bool contains(const Area& o) const {
    return o.min.x >= min.x && o.min.y >= min.y && o.max.x <= max.x && o.max.y <= max.y;
  }
  bool contains(ImVec2 p) const { return p.x >= min.x && p.y >= min.y && p.x < max.x && p.y < max.y; }
};

}  // namespace ez
