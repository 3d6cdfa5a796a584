// The tour: six hints, each next to the item that it explains. Enter or Next continues, Escape or Skip ends it. Once
// ended it does not open automatically again. Window "Tour": ##next  ##skip
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "app/features/welcome/commands.h"
#include "app/features/welcome/welcome.h"
#include "app/model/document/handles.h"
#include "app/ui/parts.h"
#include "app/ui/picture/clear_place.h"

namespace ez {
namespace {

struct Hint {
  const char *title, *words;
};
constexpr Hint hints[] = {
    {"Run the wave",
     "Space runs and pauses the simulation. The arrow key → makes one time step. R restarts from a zero field."},
    {"Drag objects",
     "Drag any handle to move sources, probes and walls. The simulation continues and responds at once."},
    {"Draw", "Select brush, wall or glass here, or press B, W or C. Ctrl+Z undoes any change."},
    {"Numbers",
     "The panel contains all numbers. Drag a number to change it, or double-click to type. Hover over it to read what "
     "it means."},
    {"Check results",
     "Scenes have checks. Under Measure, each shows its measured value, the theory and the difference."},
    {"More scenes",
     "This list contains all scenes by chapter. F1 lists the keys. F5 presents the scene to an audience."}};
constexpr int count = static_cast<int>(std::size(hints));

// Returns the area around a visible handle that no card covers, or `otherwise` if there is none.
Area visible_handle_area(const Context& c, const Area& otherwise) {
  if (c.state.workspace != Workspace::explore || c.memory.places.empty()) return otherwise;
  const Viewport v(c.state, c.memory.places.front().rect);
  const Scene& s = c.state.scene;
  const std::pair<Selection::Kind, std::size_t> kinds[] = {{Selection::Kind::source, s.sources.size()},
                                                           {Selection::Kind::probe, s.probes.size()},
                                                           {Selection::Kind::shape, s.shapes.size()}};
  for (const auto& [kind, n] : kinds)
    for (int i = 0; i < static_cast<int>(n); ++i)
      for (const GripSpot& spot : grip_spots(s, {kind, i})) {
        const ImVec2 p = v.screen(spot.node), around = c.look.px(20, 20);
        const Area area{p - around, p + around};
        const auto meets = [&](const Area& card) { return card.width() > 0 && card.meets(area); };
        if (c.memory.picture.contains(area) && std::ranges::none_of(c.memory.cards, meets)) return area;
      }
  return otherwise;
}

// Returns the area that a hint explains.
Area target(const Context& c, int hint) {
  const InterfaceMemory& m = c.memory;
  const Area middle{{m.picture.min.x + 0.3f * m.picture.width(), m.picture.min.y + 0.35f * m.picture.height()},
                    {m.picture.min.x + 0.7f * m.picture.width(), m.picture.min.y + 0.65f * m.picture.height()}};
  const bool panel = m.panel.width() > 1;
  const Area wide = panel ? m.panel : middle, checks = m.check_card.width() > 1 ? m.check_card : wide;
  const Area spots[] = {m.run_spot, visible_handle_area(c, middle), m.tools_spot, wide, checks, m.scene_spot};
  return spots[hint];
}

// Returns the hint's position: below the area, or above it if there is no space. It stays left of the panel and clear
// of cards.
ImVec2 place_of(const Context& c, const Area& at, ImVec2 size) {
  const Area& p = c.memory.picture;
  ImVec2 out((at.min.x + at.max.x - size.x) / 2, at.max.y + c.px(12));
  if (out.y + size.y > p.max.y - c.px(8)) out.y = at.min.y - c.px(12) - size.y;
  if (at.min.x >= p.max.x - c.px(1)) {
    const ImVec2 beside(p.max.x - size.x - c.px(12), p.min.y + c.px(60));
    out = clear_of_cards(c, {beside, beside + size}).min;
  }
  out.x = std::clamp(out.x, c.px(12), std::max(c.px(12), ImGui::GetIO().DisplaySize.x - size.x - c.px(12)));
  out.y = std::clamp(out.y, p.min.y + c.px(8), std::max(p.min.y + c.px(8), p.max.y - size.y - c.px(8)));
  return {std::round(out.x), std::round(out.y)};
}

}  // namespace

void show_hint(const Context& c, std::optional<int> hint) {
  Welcome now = c.state.of<Welcome>();
  if (hint && *hint >= count) hint.reset();
  now.hint = hint;
  if (!hint) now.toured = true;
  c.send(command::SetWelcome{now});
}

void draw_tour(const Context& c) {
  if (!c.state.of<Welcome>().hint || c.state.of<Welcome>().page || c.state.workspace == Workspace::kernel_lab) return;
  const int k = std::clamp(*c.state.of<Welcome>().hint, 0, count - 1);
  const Hint& hint = hints[k];
  const Area at = target(c, k);
  const float width = c.px(320), inner = width - c.px(32);
  const ImVec2 words = c.look.fonts.text->CalcTextSizeA(c.px(font_size::text), FLT_MAX, inner, c.tr(hint.words));
  const ImVec2 size(width, c.px(14 + 24 + 10 + 28 + 14) + words.y);
  const Pen over{c.look, ImGui::GetForegroundDrawList()};
  const ImVec2 inside = c.look.px(1, 1);  // keeps the frame of an area at the window's edge inside the window
  over.frame(ImMax(at.min - c.look.px(3, 3), inside),
             ImMin(at.max + c.look.px(3, 3), ImGui::GetIO().DisplaySize - inside), c.t().accent, 6, 2);
  ImGui::SetNextWindowPos(place_of(c, at, size));
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, c.px(1));
  ImGui::PushStyleColor(ImGuiCol_Border, c.t().accent);
  const bool shown = ImGui::Begin("Tour", nullptr,
                                  ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  if (shown) {
    const ImVec2 p = ImGui::GetWindowPos() + c.look.px(16, 14);
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    pen.text({p.x, p.y + c.px(10)}, {0, 0.5f}, hint.title, c.t().text, font_size::title, c.look.fonts.medium);
    pen.mono({p.x + inner, p.y + c.px(10)}, {1, 0.5f}, c.say("{} of {}", k + 1, count), c.t().text2, font_size::number);
    pen.list->AddText(c.look.fonts.text, c.px(font_size::text), {p.x, p.y + c.px(24)}, c.t().text2, c.tr(hint.words),
                      nullptr, inner);
    const float y = p.y + c.px(24 + 10) + words.y;
    ImGui::SetCursorScreenPos({p.x, y});
    ImGui::PushItemFlag(ImGuiItemFlags_NoNavDefaultFocus, true);  // F6 moves the focus to the other button
    if (button(c.look, "##skip", "Skip", 0, false, c.px(90))) show_hint(c, std::nullopt);
    ImGui::PopItemFlag();
    tip(c.look, "Ends the tour. It does not open automatically again", "Esc");
    ImGui::SetCursorScreenPos({p.x + inner - c.px(110), y});
    if (button(c.look, "##next", k + 1 < count ? "Next" : "Done", 0, true, c.px(110))) show_hint(c, k + 1);
    tip(c.look, k + 1 < count ? "Shows the next hint" : "Ends the tour", "Enter");
  }
  ImGui::End();
}

}  // namespace ez
