#include "app/ui/picture/viewport.h"

#include <algorithm>
#include <cmath>

namespace ez {

ScreenRect on_screen(const Area& a) {
  const ImVec2 f = ImGui::GetIO().DisplayFramebufferScale;
  const auto whole = [](float v) { return static_cast<int>(std::lround(v)); };
  const int x = whole(a.min.x * f.x), y = whole(a.min.y * f.y);
  return {x, y, std::max(0, whole(a.max.x * f.x) - x), std::max(0, whole(a.max.y * f.y) - y)};
}

}  // namespace ez
