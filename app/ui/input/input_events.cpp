#include "app/ui/input/input_events.h"

#include <imgui_internal.h>

#include <array>

namespace ez {
namespace {

// Delays a press or release that follows a movement to the next frame. The item under the mouse is then known, and a
// drag sees where the mouse was while the button was down. ImGui ends the events of a frame before a button would
// change twice. So this inserts a change without effect before the real one.
void hold(ImGuiContext* g, ImGuiContextHook*) {
  ImVector<ImGuiInputEvent>& queue = g->InputEventsQueue;
  std::array<bool, ImGuiMouseButton_COUNT> down{};
  for (std::size_t k = 0; k < down.size(); ++k) down[k] = g->IO.MouseDown[k];
  bool moved = false;
  for (int k = 0; k < queue.Size; ++k) {
    const ImGuiInputEvent e = queue[k];
    if (e.Type == ImGuiInputEventType_MousePos) moved = true;
    if (e.Type != ImGuiInputEventType_MouseButton) continue;
    bool& is_down = down[static_cast<std::size_t>(e.MouseButton.Button)];
    if (moved && is_down != e.MouseButton.Down) {
      ImGuiInputEvent still = e;
      still.MouseButton.Down = is_down;
      queue.insert(queue.Data + k, still);
      ++k;
    }
    is_down = e.MouseButton.Down;
    moved = false;
  }
}

}  // namespace

void hold_releases() {
  ImGuiContextHook hook;
  hook.Type = ImGuiContextHookType_NewFramePre;
  hook.Callback = hold;
  ImGui::AddContextHook(ImGui::GetCurrentContext(), &hook);
}

std::vector<ImVec2> mouse_path() {
  std::vector<ImVec2> out;
  for (const ImGuiInputEvent& e : ImGui::GetCurrentContext()->InputEventsTrail)
    if (e.Type == ImGuiInputEventType_MousePos) out.emplace_back(e.MousePos.PosX, e.MousePos.PosY);
  const ImVec2 now = ImGui::GetIO().MousePos;
  if (out.empty() || out.back().x != now.x || out.back().y != now.y) out.push_back(now);
  return out;
}

}  // namespace ez
