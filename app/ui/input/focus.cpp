// Decides which window receives the keys, and which of its items they act on.
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/model/update.h"
#include "app/ui/hooks.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

// Windows in the order of F6, after the picture. Cards whose name ends with a number or a path take the place of that
// name.
constexpr std::string_view order[] = {"Start", "Panel",   "Kernels", "Lesson",   "Tool options", "Scene text", "Tour",
                                      "Note",  "Problem", "Help",    "Timeline", "Status",       "Toolbar"};
// After a click in these windows the keys return to the picture.
constexpr std::string_view windows_without_own_focus[] = {"Toolbar",    "Status", "Timeline", "Kernels", "Tool options",
                                                          "Scene text", "Lesson", "Start",    "Tour"};

}  // namespace

std::string_view focused() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.NavWindow ? std::string_view(g.NavWindow->RootWindow->Name) : std::string_view();
}

namespace {

// Returns the windows that are open and have controls, the picture first.
std::vector<std::string> windows() {
  std::vector<std::string> out = {"Picture"};
  for (const std::string_view name : order)
    for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows) {
      const bool is_it = std::string_view(w->Name).starts_with(name) && w->RootWindow == w;
      if (is_it && w->Active && !w->Hidden && w->DC.NavLayersActiveMask != 0) out.emplace_back(w->Name);
    }
  return out;
}

bool is_there(const std::string& name) {
  const ImGuiWindow* w = ImGui::FindWindowByName(name.c_str());
  return w && w->Active;
}

}  // namespace

void next_window(const Context& c, bool back) {
  const bool kernels = c.state.workspace == Workspace::kernel_lab;
  std::string& wanted = c.memory.wanted_focus;
  const bool lesson = c.state.scene_is_kept;  // its card comes first, because the panel could reveal its answers
  if (c.memory.picture_focused && !back && !shows_panel(c.state) && !kernels && !lesson &&
      !any_hook(&UiHooks::covers, c.state)) {
    c.send(command::ShowPanel{true});
    wanted = "Panel";
    return;
  }
  const std::vector<std::string> all = windows();
  const auto now = std::ranges::find(all, focused());
  const std::size_t k = now == all.end() ? 0 : static_cast<std::size_t>(now - all.begin());
  wanted = all[(k + (back ? all.size() - 1 : 1)) % all.size()];
}

// Call it before the windows are drawn. The first item drawn gets the focus.
void begin_focus(const Context& c) {
  InterfaceMemory& m = c.memory;
  if (!std::exchange(m.focus_begins, false)) return;
  ImGuiWindow* w = ImGui::FindWindowByName(m.focus_by_keys.c_str());
  if (!w || ImGui::GetCurrentContext()->NavWindow != w) return;
  ImGui::NavInitWindow(w, true);
  ImGui::SetNavCursorVisible(true);
}

void settle_focus(const Context& c) {
  InterfaceMemory& m = c.memory;
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  // The mouse has moved onto the picture. (A resting mouse does not take the keys from a window reached with F6.)
  const ImGuiIO& io = ImGui::GetIO();
  const bool came = g.HoveredWindow && std::string_view(g.HoveredWindow->RootWindow->Name) == "Picture" &&
                    (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) && !m.hand.returned;
  if (came && g.ActiveId == 0 && g.OpenPopupStack.empty() && !c.state.question && !c.state.prompt)
    m.wanted_focus = "Picture";
  const bool gone = !m.focus_by_keys.empty() && m.wanted_focus.empty() && !is_there(m.focus_by_keys);
  const bool busy = g.ActiveId != 0 || !g.OpenPopupStack.empty() || (g.NavCursorVisible && g.NavId != 0);
  const bool borrowed = m.focus_by_keys != focused() &&
                        std::ranges::find(windows_without_own_focus, focused()) != std::end(windows_without_own_focus);
  if (gone || ((!g.NavWindow || borrowed) && !busy)) m.wanted_focus = "Picture";
  if (is_there(m.wanted_focus)) {  // the panel may appear only from the next frame on
    m.focus_by_keys = m.wanted_focus == "Picture" ? "" : m.wanted_focus;
    m.focus_begins = m.wanted_focus != "Picture";
    ImGui::SetWindowFocus(m.wanted_focus.c_str());
    m.wanted_focus.clear();
  }
  m.picture_focused = !g.NavWindow || focused() == "Picture";
}

// Draws the focus ring around any item, above everything else.
void draw_focus_ring(const Context& c) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiWindow* w = g.NavWindow;
  if (!w || !g.NavCursorVisible || g.NavId == 0 || !g.NavIdIsAlive || (w->Flags & ImGuiWindowFlags_NoNavInputs)) return;
  ImRect box = ImGui::WindowRectRelToAbs(const_cast<ImGuiWindow*>(w), w->NavRectRel[g.NavLayer]);
  box.Expand(c.px(1));
  box.ClipWith(w->OuterRectClipped);
  if (box.IsInverted()) return;
  box.Expand(c.px(-1));  // half the line width
  const Pen pen{c.look, ImGui::GetForegroundDrawList()};
  pen.frame(box.Min, box.Max, c.t().halo, 5, 4);
  pen.frame(box.Min, box.Max, c.t().accent, 5, 2);
}

}  // namespace ez
