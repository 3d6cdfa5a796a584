#include "app/ui/input/hand.h"
#include "app/ui/hooks.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/model/hooks.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float coarse = 12, most_faster = 4;            // unscaled pixels per press of an arrow; factor of its growth
constexpr double faster_after = 0.4, fastest_after = 2;  // s for which an arrow is held

float apart(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Returns true if the waiting events include a move or press of the real mouse.
bool is_taken_back(KeyboardPointer& hand, const ImVector<ImGuiInputEvent>& events) {
  constexpr float trembles = 2;
  for (const ImGuiInputEvent& e : events) {
    if (e.Type == ImGuiInputEventType_MouseButton) return true;
    if (e.Type != ImGuiInputEventType_MousePos) continue;
    const ImVec2 p(e.MousePos.PosX, e.MousePos.PosY);
    if (!ImGui::IsMousePosValid(&p)) continue;
    if (ImGui::IsMousePosValid(&hand.mouse) && apart(p, hand.mouse) > trembles) return true;
    hand.mouse = p;
  }
  return false;
}

// Puts the pointer's events before the others, so that nothing delays them.
void feed(ImGuiContext* g, ImGuiContextHook* hook) {
  KeyboardPointer& hand = *static_cast<KeyboardPointer*>(hook->UserData);
  hand.returned = hand.was_on && !hand.on;
  if (!hand.on && !hand.was_on) return;
  ImVector<ImGuiInputEvent> events;
  events.swap(g->InputEventsQueue);
  const bool taken_back = is_taken_back(hand, events);
  if (taken_back) hand.on = hand.returned = false;
  const ImVec2 at = hand.on ? hand.at : hand.mouse;
  if (!taken_back) g->IO.AddMousePosEvent(at.x, at.y);
  for (const int button : {0, 1}) g->IO.AddMouseButtonEvent(button, hand.is_down(button == 1));
  for (const ImGuiInputEvent& e : events)
    if (taken_back || e.Type != ImGuiInputEventType_MousePos) g->InputEventsQueue.push_back(e);
  hand.was_on = hand.on;
}

void take_up(const Context& c) {
  KeyboardPointer& hand = c.memory.hand;
  const Area& p = c.memory.picture;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  hand.on = true;
  hand.mouse = mouse;
  hand.at = p.contains(mouse) ? mouse : ImFloor((p.min + p.max) / 2);
}

// Returns the screen positions of the handles on the picture.
std::vector<ImVec2> handles(const Context& c) {
  std::vector<ImVec2> out;
  const InterfaceMemory& m = c.memory;
  if (m.places.empty() || c.state.workspace != Workspace::explore) return out;
  const Scene& s = c.state.scene;
  const Viewport v(c.state, m.places.front().rect);
  const auto add = [&](Vec2 node) {
    if (const ImVec2 p = v.screen(node); m.picture.contains(p)) out.push_back(p);
  };
  const auto add_all = [&](Selection::Kind kind, std::size_t count) {
    for (int i = 0; i < static_cast<int>(count); ++i)
      for (const GripSpot& spot : grip_spots(s, {kind, i})) add(spot.node);
  };
  add_all(Selection::Kind::source, s.sources.size());
  if (!hides(c.state, Secret::probes)) add_all(Selection::Kind::probe, s.probes.size());
  add_all(Selection::Kind::shape, s.shapes.size());
  if (c.state.view.cut.on) add(c.state.view.cut.from), add(c.state.view.cut.to);
  return out;
}

void to_next_handle(const Context& c, bool back) {
  constexpr float here = 2;
  const std::vector<ImVec2> all = handles(c);
  if (all.empty()) return;
  const auto now = std::ranges::find_if(all, [&](ImVec2 p) { return apart(p, c.memory.hand.at) < here; });
  const std::size_t n = all.size(), k = static_cast<std::size_t>(now - all.begin());
  const std::size_t next = now == all.end() ? (back ? n - 1 : 0) : (k + (back ? n - 1 : 1)) % n;
  c.memory.hand.at = ImFloor(all[next] + ImVec2(0.5f, 0.5f));
}

// Returns the step of an arrow key, which grows while the key is held.
float step(const Context& c, ImGuiKey key) {
  if (!ImGui::IsKeyPressed(key, true)) return 0;
  if (ImGui::GetIO().KeyShift) return 1;
  const double held = ImGui::GetKeyData(key)->DownDuration;
  const double t = std::clamp((held - faster_after) / (fastest_after - faster_after), 0.0, 1.0);
  return std::round(c.px(coarse) * (1 + (most_faster - 1) * static_cast<float>(t)));
}

void press(KeyboardPointer& hand, bool draws) {
  const ImGuiIO& io = ImGui::GetIO();
  if (enter_pressed()) {
    const bool lets_go = std::exchange(hand.holding, false);
    hand.right = io.KeyCtrl;
    hand.holding = !lets_go && (io.KeyShift || draws) && !io.KeyCtrl;
    hand.pressing = !lets_go && !hand.holding;
  }
  hand.pressing &= ImGui::IsKeyDown(ImGuiKey_Enter) || ImGui::IsKeyDown(ImGuiKey_KeypadEnter);
}

}  // namespace

void start_feeding(KeyboardPointer& hand) {
  ImGuiContextHook hook;
  hook.Type = ImGuiContextHookType_NewFramePre;
  hook.Callback = feed;
  hook.UserData = &hand;
  hand.hook = ImGui::AddContextHook(ImGui::GetCurrentContext(), &hook);
}

void stop_feeding(const KeyboardPointer& hand) {
  if (ImGuiContext* context = ImGui::GetCurrentContext(); context && hand.hook != 0)
    ImGui::RemoveContextHook(context, hand.hook);
}

void start_keyboard_pointer(const Context& c) {
  if (!c.memory.hand.on) take_up(c);
  if (!c.memory.places.empty()) {  // stays within the domain; the picture may show more than that
    const Grid& g = c.state.scene.grid;
    const Viewport v(c.state, c.memory.places.front().rect);
    const ImVec2 low = v.screen({0, 0}), high = v.screen({g.nx - 1.0, g.ny - 1.0});
    ImVec2& at = c.memory.hand.at;
    if (at.x < low.x || at.x > high.x || at.y < high.y || at.y > low.y) at = ImFloor((low + high) / 2);
  }
  c.memory.wanted_focus = "Picture";
}

void handle_pointer_keys(const Context& c, bool free) {
  KeyboardPointer& hand = c.memory.hand;
  const ImGuiIO& io = ImGui::GetIO();
  if (!free) {
    hand.pressing = hand.holding = false;
    return;
  }
  const bool plain = !io.KeyCtrl && !io.KeyAlt && !io.KeySuper;
  if (plain && ImGui::IsKeyPressed(ImGuiKey_K, false)) {
    if (hand.on)
      hand.on = hand.pressing = hand.holding = false;
    else
      take_up(c);
  }
  if (!hand.on) return;
  ImGui::GetCurrentContext()->NavHighlightItemUnderNav = false;  // the pointer acts again
  hand.at.x += step(c, ImGuiKey_RightArrow) - step(c, ImGuiKey_LeftArrow);
  hand.at.y += step(c, ImGuiKey_DownArrow) - step(c, ImGuiKey_UpArrow);
  if (plain && ImGui::IsKeyPressed(ImGuiKey_N, true)) to_next_handle(c, io.KeyShift);
  hand.at = ImClamp(hand.at, {0, 0}, io.DisplaySize - ImVec2(1, 1));
  if (!any_hook(&UiHooks::holds_enter, c)) press(hand, any_hook(&UiHooks::draws, c));
}

void draw_keyboard_pointer(const Context& c) {
  const KeyboardPointer& hand = c.memory.hand;
  ImGui::GetIO().MouseDrawCursor = hand.on && !c.state.presenting.on;
  if (!hand.on || c.state.presenting.on) return;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const bool down = hand.pressing || hand.holding;
  const float radius = c.px(down ? 9 : 14);
  list->AddCircle(hand.at, radius, c.t().halo, 0, c.px(5));
  list->AddCircle(hand.at, radius, c.t().accent, 0, c.px(2));
}

}  // namespace ez
