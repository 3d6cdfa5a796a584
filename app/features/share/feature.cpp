// Shares a scene as a web page, as text, as a link or as a QR code.
#include "app/features/feature.h"
#include "app/features/share/code_card.h"
#include "app/features/share/commands.h"
#include "app/features/share/log.h"
#include "app/features/share/session.h"

namespace ez {
namespace {

// Opens a scene or a link from the clipboard.
void open_clipboard(const Context& c) {
  const char* text = ImGui::GetClipboardText();
  if (text != nullptr && *text != '\0') c.send(command::OpenText{text});
}

void entries(const Context& c) {
  if (ImGui::MenuItem(c.item("Save web page").c_str(), c.look.keys("Ctrl+E").c_str())) c.send(command::SavePage{});
  ImGui::Separator();
  if (ImGui::MenuItem(c.item("Copy scene").c_str(), c.look.keys("Ctrl+C").c_str())) c.send(command::CopyScene{});
  if (ImGui::MenuItem(c.item("Copy link").c_str(), c.look.keys("Shift+Ctrl+C").c_str()))
    c.send(command::CopyScene{true});
  if (ImGui::MenuItem(c.item("Show QR code").c_str())) show_code(c, true);
  if (ImGui::MenuItem(c.item("Paste scene").c_str(), c.look.keys("Ctrl+V").c_str())) open_clipboard(c);
}

bool keys(const Context& c, KeyPlace place) {
  if (place == KeyPlace::escape && c.state.presenting.code) return show_code(c, false), true;
  const bool presenting = place == KeyPlace::presenting && ImGui::GetIO().KeyCtrl;
  if (place != KeyPlace::with_control && !presenting) return false;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  // in the boundary lab this key saves the report
  if (pressed(ImGuiKey_E) && (presenting || c.state.workspace != Workspace::boundary_lab)) c.send(command::SavePage{});
  if (pressed(ImGuiKey_C)) c.send(command::CopyScene{ImGui::GetIO().KeyShift});
  if (pressed(ImGuiKey_V) && !presenting) open_clipboard(c);
  return false;
}

}  // namespace

Feature share_feature() {
  return {.model = {.commands = share_commands()},
          .ui = {.keys = keys, .windows = draw_code, .presented_windows = draw_code, .tool_bar = {.share = entries}},
          .part = share_part};
}

}  // namespace ez
