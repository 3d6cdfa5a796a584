// Shows the scene's link as a QR code to an audience. Window "Code" (##close).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/features/share/code_card.h"
#include "app/features/share/memory.h"
#include "app/model/document/scene_link.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float margin = 24, least_text = 420, gap = 12;

const ShareMemory& current(const Context& c) {
  ShareMemory& m = c.memory.of<ShareMemory>();
  if (m.scene && *m.scene == c.state.scene && m.builtin == c.state.builtin && m.web == c.state.web) return m;
  m.scene = c.state.scene;
  m.builtin = c.state.builtin;
  m.web = c.state.web;
  const std::string link = link_of(c.state.scene, m.builtin);
  m.is_name = link == m.builtin;
  m.link = address_of(m.web, link);
  m.code = qr_code(m.link);
  return m;
}

std::string words_of(const Context& c, const ShareMemory& m) {
  if (m.code.side > 0 && !m.web.empty())
    return c.say("A phone or computer opens this scene in its browser, at {}", m.web);
  if (m.code.side > 0 && m.is_name)
    return c.say(
        "This code contains the scene's name. A phone can only show it as text. On a computer, open it with ezscope "
        "{}, or paste it into the window with Ctrl+V.",
        m.link);
  if (m.code.side > 0)
    return c.say(
        "This code contains the scene as a word of {} characters. A phone can only show it as text. On a computer, "
        "open it with ezscope WORD, or paste it into the window with Ctrl+V.",
        m.link.size());
  if (!has_qr())
    return c.tr(
        "Cannot show a code: this build lacks the QR library. Install the package libqrcodegencpp-dev and build again. "
        "Shift+Ctrl+C copies the link.");
  return c.say(
      "The scene's link is too long for a code: {} characters, at most {}. Shift+Ctrl+C copies it. To shorten it, "
      "remove the scene's text, long strokes or images.",
      m.link.size(), most_qr_bytes);
}

// Uses a whole number of pixels per module, so that all modules have the same size.
void draw_modules(const Pen& pen, const QrCode& code, ImVec2 corner, float module) {
  const float side = module * static_cast<float>(code.side + 2 * qr_quiet_zone);
  pen.fill(corner, corner + ImVec2(side, side), rgb(0xFFFFFF));
  const ImDrawListFlags before = pen.list->Flags;
  pen.list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
  const ImVec2 first = corner + ImVec2(module, module) * static_cast<float>(qr_quiet_zone);
  for (int y = 0; y < code.side; ++y)
    for (int x = 0; x < code.side;) {
      int end = x;
      while (end < code.side && code.is_dark(end, y)) ++end;
      const float top = first.y + module * static_cast<float>(y);
      if (end > x)
        pen.list->AddRectFilled({first.x + module * static_cast<float>(x), top},
                                {first.x + module * static_cast<float>(end), top + module}, rgb(0x000000));
      x = std::max(end, x + 1);
    }
  pen.list->Flags = before;
}

}  // namespace

void draw_code(const Context& c) {
  if (!c.state.presenting.code) return;
  const ShareMemory& m = current(c);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const std::string words = words_of(c, m);
  const int modules = m.code.side > 0 ? m.code.side + 2 * qr_quiet_zone : 0;
  const float edge = c.px(margin), head = c.px(font_size::title) + c.px(gap);
  const auto text_height = [&](float width) {
    return c.look.fonts.text->CalcTextSizeA(c.px(font_size::text), FLT_MAX, width, words.c_str()).y + c.px(gap);
  };
  float module = 0, width = std::min(c.px(least_text), screen.x - 2 * edge);
  if (modules > 0) {
    const float room = std::min(screen.x - 2 * edge, screen.y - 2 * edge - head - text_height(width));
    module = std::max(1.0f, std::floor(std::min(room, 0.86f * screen.y) / static_cast<float>(modules)));
    width = std::max(width, module * static_cast<float>(modules));
  }
  const float side = module * static_cast<float>(modules), text = text_height(width);
  const ImVec2 size(width + 2 * edge, head + side + text + 2 * edge - c.px(gap));
  ImGui::SetNextWindowPos({std::round((screen.x - size.x) / 2), std::round((screen.y - size.y) / 2)});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, c.px(1));
  if (ImGui::Begin("Code", nullptr,
                   ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoDocking)) {
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    ImVec2 p = ImGui::GetWindowPos() + ImVec2(edge, edge);
    pen.clipped({p.x, p.y + c.px(font_size::title) / 2}, p.x + width - c.px(40), "QR code of this scene", c.t().text,
                font_size::title, c.look.fonts.medium);
    ImGui::SetCursorScreenPos({p.x + width - c.px(28), p.y - c.px(6)});
    if (icon_button(c.look, "##close", icon::close, ButtonState::plain, 28, 14)) show_code(c, false);
    tip(c.look, "Close", c.state.presenting.on ? "Q" : "Esc");
    p.y += head;
    if (modules > 0) draw_modules(pen, m.code, {std::round(p.x + (width - side) / 2), p.y}, module);
    pen.list->AddText(c.look.fonts.text, c.px(font_size::text), {p.x, p.y + side + (modules > 0 ? c.px(gap) : 0)},
                      c.t().text, words.c_str(), nullptr, width);
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
}

void show_code(const Context& c, bool shown) {
  Presenting now = c.state.presenting;
  now.code = shown;
  c.send(command::Present{std::move(now)});
}

}  // namespace ez
