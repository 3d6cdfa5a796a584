// Converts between nodes and the screen. ImGui uses its own units, which are framebuffer pixels unless the system
// scales the framebuffer. Everything about the picture is in whole framebuffer pixels.
#pragma once

#include <imgui.h>

#include "app/picture/place.h"
#include "app/ui/kit/area.h"

namespace ez {

// The conversions for one frame.
struct Viewport {
  PictureWindow window;
  ScreenRect rect;
  ImVec2 framebuffer_scale{1, 1};

  Viewport(const State& state, const ScreenRect& picture)
      : window(picture_window(state, picture)),
        rect(picture),
        framebuffer_scale(ImGui::GetIO().DisplayFramebufferScale) {}
  ImVec2 screen(Vec2 node) const {
    const Vec2 p = pixel_at(window, rect, node);
    return {static_cast<float>(p.x) / framebuffer_scale.x, static_cast<float>(p.y) / framebuffer_scale.y};
  }
  Vec2 node(ImVec2 screen) const {
    return node_at(window, rect, static_cast<double>(screen.x) * framebuffer_scale.x,
                   static_cast<double>(screen.y) * framebuffer_scale.y);
  }
  // Returns ImGui units per cell along x.
  float cell() const { return static_cast<float>(rect.width / (window.x1 - window.x0)) / framebuffer_scale.x; }
};

// Returns the area in whole framebuffer pixels.
ScreenRect on_screen(const Area& area);

}  // namespace ez
