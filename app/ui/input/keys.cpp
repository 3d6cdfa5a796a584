// Handles keys. Keys that act on the field need the focus of the picture, which it gets when the mouse moves over it.
// In the panel Tab and the arrows move the focus, and Enter presses buttons. Space, F-keys and Ctrl combinations act
// everywhere. While the user types text, all keys go to the text.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/model/document/gas_edit.h"
#include "app/model/document/scene_edit.h"
#include "app/model/update.h"
#include "app/ui/hooks.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

bool pressed(ImGuiKey key, bool repeat = false) { return ImGui::IsKeyPressed(key, repeat); }

void handle_global_keys(const Context& c) {
  take_keys(c, KeyPlace::everywhere);
  if (pressed(ImGuiKey_F1) && !ImGui::GetIO().KeyShift) c.send(command::ShowHelp{!c.state.help_shown});
  if (pressed(ImGuiKey_F2)) c.send(command::SetWorkspace{Workspace::explore});
  if (pressed(ImGuiKey_F3)) c.send(command::SetWorkspace{Workspace::boundary_lab});
  if (pressed(ImGuiKey_F4)) c.send(command::SetWorkspace{Workspace::kernel_lab});
  if (pressed(ImGuiKey_F5)) present(c);
  if (pressed(ImGuiKey_F11)) c.send(command::FullScreen{!c.state.full_screen});
  if (pressed(ImGuiKey_F12)) c.send(command::Screenshot{});
  if (pressed(ImGuiKey_F6)) next_window(c, ImGui::GetIO().KeyShift);
}

// Uses the same steps as browsers.
void scale_keys(const Context& c) {
  constexpr double steps[] = {0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3};
  const double now = c.state.interface_scale;
  double wanted = now;
  if (pressed(ImGuiKey_Equal) || pressed(ImGuiKey_KeypadAdd))
    wanted = *std::find_if(std::begin(steps), std::end(steps) - 1, [&](double s) { return s > now + 1e-6; });
  if (pressed(ImGuiKey_Minus) || pressed(ImGuiKey_KeypadSubtract))
    wanted = *std::find_if(std::rbegin(steps), std::rend(steps) - 1, [&](double s) { return s < now - 1e-6; });
  if (pressed(ImGuiKey_0) || pressed(ImGuiKey_Keypad0)) wanted = 1;
  if (wanted != now) c.send(command::SetInterfaceScale{wanted});
}

void with_control(const Context& c) {
  const bool shift = ImGui::GetIO().KeyShift;
  if (pressed(ImGuiKey_O)) c.send(command::Open{});
  if (pressed(ImGuiKey_S)) {
    if (shift)
      c.send(command::SaveAs{});
    else
      c.send(command::Save{});
  }
  if (pressed(ImGuiKey_Z, true)) {
    if (shift)
      c.send(command::Redo{});
    else
      c.send(command::Undo{});
  }
  if (pressed(ImGuiKey_Y, true)) c.send(command::Redo{});
  if (pressed(ImGuiKey_D)) duplicate_selected(c);
  scale_keys(c);
  take_keys(c, KeyPlace::with_control);
}

// Runs or pauses when Space is released, unless the picture was moved while it was down. Acts wherever the focus is; a
// focused control is pressed with Enter.
void space_key(const Context& c) {
  if (pressed(ImGuiKey_Space)) c.memory.space_down = true, c.memory.space_used = false;
  ImGui::SetKeyOwner(ImGuiKey_Space, ImGui::GetID("##space"));
}

// Returns the next rate of the series 1, 1.3, 1.6, 2 …, 8, 10, 13 …, within the limits of the field.
double next_rate(double rate, bool more, const NumberStyle& limits) {
  constexpr double series[] = {1, 1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8};
  constexpr auto per_decade = static_cast<int>(std::size(series));
  const int n = static_cast<int>(std::round(per_decade * std::log10(rate))) + (more ? 1 : -1);
  const int decade = static_cast<int>(std::floor(static_cast<double>(n) / per_decade));
  return std::clamp(tidy(series[n - decade * per_decade] * std::pow(10.0, decade)), limits.min, limits.max);
}

// Returns the speed after + or −. A fixed number of steps per frame stays one. From full speed − leads to the rate next
// to the one that was reached.
SpeedSetting changed_speed(const State& state, bool more) {
  SpeedSetting s = state.speed;
  if (!s.automatic) {
    const int now = s.steps_per_frame;
    s.steps_per_frame = std::clamp(more ? now + std::max(1, now / 5) : now - std::max(1, now / 6), 1, 100000);
    return s;
  }
  if (s.full && more) return s;
  double& rate = in_cells(state.scene.physics) ? s.crossings_per_second : s.periods_per_second;
  const double reached = state.performance.steps_per_second / state.performance.steps_per_period;
  const NumberStyle limits = speed_style(state.scene.physics);
  if (s.full && reached > 0) rate = std::clamp(reached, limits.min, limits.max);
  s.full = false;
  rate = next_rate(rate, more, limits);
  return s;
}

void time_keys(const Context& c) {
  const bool arrows = !c.memory.hand.on;  // otherwise the keyboard pointer uses the arrows
  if (arrows && pressed(ImGuiKey_RightArrow, true)) {
    if (c.state.running) c.send(command::Run{false});
    c.send(command::Step{ImGui::GetIO().KeyShift ? 10 : 1});
  }
  if (pressed(ImGuiKey_R)) c.send(command::Reset{});
  const bool more = pressed(ImGuiKey_Equal, true) || pressed(ImGuiKey_KeypadAdd, true);
  const bool less = pressed(ImGuiKey_Minus, true) || pressed(ImGuiKey_KeypadSubtract, true);
  if (more || less) c.send(command::SetSpeed{changed_speed(c.state, more)});
}

void view_keys(const Context& c) {
  ViewState v = c.state.view;
  const std::vector<Quantity> offered = offered_quantities(c.state.scene.physics);
  for (int i = 0; i < std::min(10, static_cast<int>(offered.size())); ++i) {
    const int digit = (i + 1) % 10;
    if (pressed(static_cast<ImGuiKey>(ImGuiKey_0 + digit)) || pressed(static_cast<ImGuiKey>(ImGuiKey_Keypad0 + digit)))
      v.quantity = offered[static_cast<std::size_t>(i)];
  }
  if (pressed(ImGuiKey_RightBracket, true)) v.gain = std::min(v.gain * 1.25, 1e6);
  if (pressed(ImGuiKey_LeftBracket, true)) v.gain = std::max(v.gain / 1.25, 1e-3);
  if (std::abs(v.gain - 1) < 1e-9) v.gain = 1;
  if (!(v == c.state.view)) c.view(v);
}

void tool_keys(const Context& c) {
  struct Key {
    ImGuiKey key;
    Tool tool;
  };
  constexpr Key keys[] = {{ImGuiKey_V, Tool::select},    {ImGuiKey_B, Tool::brush},     {ImGuiKey_E, Tool::erase},
                          {ImGuiKey_T, Tool::rectangle}, {ImGuiKey_C, Tool::circle},    {ImGuiKey_W, Tool::wall},
                          {ImGuiKey_P, Tool::probe},     {ImGuiKey_L, Tool::cut},       {ImGuiKey_U, Tool::pulse},
                          {ImGuiKey_I, Tool::screen},    {ImGuiKey_S, Tool::stopwatch}, {ImGuiKey_A, Tool::protractor}};
  for (const Key& k : keys)
    if (pressed(k.key)) c.send(command::SetTool{k.tool});
}

void on_picture(const Context& c) {
  time_keys(c);
  view_keys(c);
  tool_keys(c);
  if (pressed(ImGuiKey_Tab)) c.send(command::ShowPanel{!shows_panel(c.state)});
  if (pressed(ImGuiKey_H)) c.send(command::ShowHelp{!c.state.help_shown});
  if (pressed(ImGuiKey_Delete)) delete_selected(c);
  take_keys(c, KeyPlace::on_picture);
  if (enter_pressed()) take_keys(c, KeyPlace::enter);
}

// Also removes the tool's measurements.
void leave_tool(const Context& c) {
  c.send(command::SetTool{Tool::select});
  const bool watch = c.state.tool == Tool::stopwatch, protractor = c.state.tool == Tool::protractor;
  ViewState view = c.state.view;
  if (watch) view.measuring.stopwatch.clear();
  if (protractor) view.measuring.protractor.clear();
  if (watch || protractor) c.view(view);
}

void escape(const Context& c) {
  KeyboardPointer& hand = c.memory.hand;
  hand.pressing = hand.holding = false;
  if (c.memory.gesture.kind != Gesture::Kind::none)
    cancel_gesture(c);
  else if (take_keys(c, KeyPlace::escape))
    return;
  else if (c.state.help_shown)
    c.send(command::ShowHelp{false});
  else if (!c.memory.picture_focused)
    c.memory.wanted_focus = "Picture";
  else if (c.state.tool != Tool::select)
    leave_tool(c);
  else if (c.state.selection.kind != Selection::Kind::none)
    c.send(command::Select{});
  else
    hand.on = false;
}

}  // namespace

void hold_chords() {
  const ImVector<ImGuiInputEvent>& trail = GImGui->InputEventsTrail;
  ImGuiIO& io = ImGui::GetIO();
  const auto held = [&](ImGuiKey modifier, bool at_end) {
    bool down = at_end;
    for (int k = trail.Size - 1; k >= 0; --k) {
      if (trail[k].Type != ImGuiInputEventType_Key) continue;
      const ImGuiKey key = trail[k].Key.Key;
      if (key == modifier)
        down = !trail[k].Key.Down;
      else if (trail[k].Key.Down && (key & ImGuiMod_Mask_) == 0 && !ImGui::IsLRModKey(key))
        return down;
    }
    return at_end;
  };
  io.KeyCtrl = held(ImGuiMod_Ctrl, io.KeyCtrl);
  io.KeyShift = held(ImGuiMod_Shift, io.KeyShift);
  io.KeyAlt = held(ImGuiMod_Alt, io.KeyAlt);
  io.KeySuper = held(ImGuiMod_Super, io.KeySuper);
}

// The presenter shows a single picture, or the panes of the boundary lab side by side.
void present(const Context& c) {
  const bool panes = c.state.workspace == Workspace::boundary_lab && pane_count(c.state.scene) > 1;
  if (!panes && c.state.workspace != Workspace::explore) c.send(command::SetWorkspace{Workspace::explore});
  c.send(command::Select{});
  Presenting shown;
  shown.on = true;
  c.send(command::Present{shown});
}

void delete_selected(const Context& c) {
  const Selection& sel = c.state.selection;
  if (!exists(c.state.scene, sel)) return;
  const char* what = sel.kind == Selection::Kind::source  ? "delete source"
                     : sel.kind == Selection::Kind::probe ? "delete probe"
                                                          : "delete shape";
  c.edit(without(c.state.scene, sel), what, true);
  c.send(command::Select{});
}

void duplicate_selected(const Context& c) {
  Selection sel = c.state.selection;
  if (!exists(c.state.scene, sel)) return;
  const Scene s = with_duplicate(c.state.scene, sel);
  c.edit(s, "duplicate", true);
  sel.index = static_cast<int>(sel.kind == Selection::Kind::source  ? s.sources.size()
                               : sel.kind == Selection::Kind::probe ? s.probes.size()
                                                                    : s.shapes.size()) -
              1;
  c.send(command::Select{sel});
}

void handle_keys(const Context& c) {
  InterfaceMemory& m = c.memory;
  const ImGuiIO& io = ImGui::GetIO();
  if (m.space_down && !ImGui::IsKeyDown(ImGuiKey_Space)) {
    if (!m.space_used) c.send(command::Run{!can_pause(c.state)});
    m.space_down = false;
  }
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  const bool taken = io.WantTextInput || popup || c.state.prompt;
  handle_pointer_keys(c, !taken && !c.state.question && (m.picture_focused || c.state.presenting.on));
  if (taken) return;
  if (c.state.presenting.on && c.state.question) return;
  if (c.state.presenting.on) return void(take_keys(c, KeyPlace::presenting));
  if (pressed(ImGuiKey_Escape)) escape(c);
  if (m.gesture.kind != Gesture::Kind::none) return;
  handle_global_keys(c);
  if (!io.KeyCtrl && !io.KeyAlt && !io.KeySuper && !c.state.question) space_key(c);
  if (io.KeyCtrl)
    with_control(c);
  else if (m.picture_focused && !io.KeyAlt && !io.KeySuper)
    on_picture(c);
}

}  // namespace ez
