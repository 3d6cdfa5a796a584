#include "app/ui/input/touch_scroll.h"

#include <imgui_internal.h>

#include <cmath>

#include "app/ui/context.h"

namespace ez {
namespace {

constexpr float slop = 8;      // unscaled pixels that a resting finger may move
constexpr float steep = 1.5f;  // a drag scrolls if it is this much higher than wide

// Returns the window below the finger, or the nearest one around it, that can scroll. Null: none.
ImGuiWindow* scrollable() {
  ImGuiWindow* w = ImGui::GetCurrentContext()->HoveredWindow;
  while (w != nullptr && w->ScrollMax.y <= 0) w = (w->Flags & ImGuiWindowFlags_ChildWindow) ? w->ParentWindow : nullptr;
  return w;
}

}  // namespace

bool is_finger() { return ImGui::GetIO().MouseSource == ImGuiMouseSource_TouchScreen; }

void adapt_to_finger(const Context& c) {
  ImGui::GetStyle().TouchExtraPadding = is_finger() ? c.look.px(0, 3) : ImVec2();
}

void scroll_by_finger(const Context& c) {
  using State = TouchScroll::State;
  TouchScroll& t = c.memory.touch;
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && is_finger()) {
    const bool held = t.held;
    t = {State::rests, io.MousePos, scrollable(), held};
  }
  if (!io.MouseDown[0]) t = {};
  const ImVec2 way(io.MousePos.x - t.from.x, io.MousePos.y - t.from.y);
  if (t.state == State::rests && std::hypot(way.x, way.y) > c.px(slop)) {
    const bool scrolls = t.window != nullptr && !t.held && std::abs(way.y) > steep * std::abs(way.x);
    t.state = scrolls ? State::scrolls : State::drags;
  }
  if (t.state != State::scrolls) return;
  ImGui::ClearActiveID();
  ImGui::SetScrollY(t.window, t.window->Scroll.y - io.MouseDelta.y);
}

}  // namespace ez
