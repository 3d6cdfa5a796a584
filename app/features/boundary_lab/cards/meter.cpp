// Measured reflection of each side of the active pane, and the worst of them. Items, in the window "Panel":
//   Reflection/##meter_left ##meter_right ##meter_bottom ##meter_top ##meter_worst
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/memory.h"
#include "app/platform/units.h"
#include "app/ui/picture/marks/pane_marks.h"
#include "app/ui/readings.h"

namespace ez {
namespace {

constexpr float head = 24, cell_height = 44;

void draw_head(const Context& c, bool any_own) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, cy = p.y + c.px(head) / 2;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const int pane = c.state.active;
  const bool past = is_past(c.state, pane);
  const std::string words = past ? c.say("last valid at {}", engineering(active_reading(c.state)->valid_until, "s", 2))
                                 : c.tr(any_own ? "dB, own echo of each side" : "dB, including all echoes");
  const float used = pen.text({p.x + w, cy}, {1, 0.5f}, words, past ? c.t().warn : c.t().text2, font_size::small);
  pane_mark(pen, {p.x + c.px(6), cy}, pane, 5);
  pen.names().clipped({p.x + c.px(20), cy}, p.x + w - used - c.px(8), c.tr(pane_name(c.state, pane)), c.t().text);
  ImGui::Dummy({w, c.px(head)});
}

// Draws a cell and returns whether it was clicked.
bool cell(const Context& c, const char* id, const std::string& name, std::optional<double> db, bool selected, float w,
          Sentence words) {
  const ImVec2 p = ImGui::GetCursorScreenPos(), size(w, c.px(cell_height)), q = p + size;
  const bool clicked = ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.fill(p, q, ImGui::IsItemHovered() ? c.t().frame_hover : c.t().frame, 4);
  if (selected) pen.frame(p, q, fade(c.t().accent, 0.7f), 4);
  const float middle = (p.x + q.x) / 2;
  pen.text({middle, p.y + c.px(13)}, {0.5f, 0.5f}, name, c.t().text2, font_size::small);
  const bool past = db && is_past(c.state, c.state.active);
  pen.mono({middle, p.y + c.px(31)}, {0.5f, 0.5f}, shown_decibels(c.state, c.state.active, db),
           db && !past ? c.t().text : c.t().text2, past ? 12 : font_size::text);
  tip(c.look, words);
  return clicked;
}

}  // namespace

void meter_rows(const Context& c) {
  const ReflectionReading* reading = active_reading(c.state);
  if (!reading) return;
  const auto has_own = [&](Side side) { return reading->own_db[static_cast<std::size_t>(side)].has_value(); };
  const bool any_own = std::any_of(all_sides.begin(), all_sides.end(), has_own);
  draw_head(c, any_own);
  constexpr std::array<const char*, 4> ids = {"##meter_left", "##meter_right", "##meter_bottom", "##meter_top"};
  std::optional<Side>& shown = c.memory.of<LabMemory>().side;
  const float gap = c.px(4), w = std::floor((ImGui::GetContentRegionAvail().x - 4 * gap) / 5);
  for (const Side side : all_sides) {
    const auto k = static_cast<std::size_t>(side);
    const bool with_all = any_own && reading->db[k] && !has_own(side);
    const std::string name = with_all ? c.say("{}, all", c.tr(name_of(side))) : name_of(side);
    if (cell(c, ids[k], name, side_db(*reading, side), shown == side, w,
             c.tr(side_words(c.state.panes[static_cast<std::size_t>(c.state.active)], side)) +
                 c.tr("\nClick to plot this side")))
      shown = side;
    ImGui::SameLine(0, gap);
  }
  if (cell(c, "##meter_worst", "Worst, all", reading->worst, !shown, w,
           "The worst of all sides, including the echoes of other sides and corners\nClick to plot each pane's worst "
           "side"))
    shown.reset();
}

}  // namespace ez
