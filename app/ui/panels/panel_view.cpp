// Lets the panel follow the selection: opens its section and scrolls to its rows. It does so once, so that a section
// that the user closes stays closed.
#include <imgui_internal.h>

#include "app/ui/parts.h"

namespace ez {

void open_selected(const Context& c) {
  const Selection& now = c.state.selection;
  if (now == c.memory.followed) return;
  if (now.kind == Selection::Kind::none) {
    c.memory.followed = now;
    return;
  }
  for (const PanelSection* s : panel_sections())
    if (s->shows == now.kind) c.open(*s) = true;
}

void bring_into_view(const Context& c, Selection::Kind kind, float top) {
  const Selection& now = c.state.selection;
  if (now.kind != kind || now == c.memory.followed) return;
  c.memory.followed = now;
  bring_into_view(c, top);
}

void bring_into_view(const Context& c, float top) {
  ImGuiWindow* window = ImGui::GetCurrentWindow();
  const float bottom = ImGui::GetCursorScreenPos().y;
  ImGui::ScrollToRect(window, {{window->Pos.x, top - c.px(40)}, {window->Pos.x + 1, bottom}},
                      ImGuiScrollFlags_KeepVisibleEdgeY);
}

}  // namespace ez
