// The row below the boundary lab's pictures. It has the switch between field and residual (if only one fits), the
// colour bars, the subtracted run, and the buttons of panes. Items, in the window "Picture":
//   ##lower/Field, Residual (narrow windows)  ##minus (combo)  ##floor  ##add_pane  ##remove_pane
//   ##measure (while nothing is compared)
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/commands.h"
#include "app/model/document/scene_edit.h"
#include "app/model/panes.h"
#include "app/platform/units.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/probe_trace.h"
#include "render/colormap.h"

namespace ez {
namespace {

constexpr float beginning = 160;  // width of the button that starts measuring
const std::array<std::string, 2> rows = {"Field", "Residual"};

struct Row {
  const Context& c;
  Pen pen;
  float x, y;  // y: middle of bars and controls
  float end;   // x where the panes' buttons begin

  bool has(float width) const { return x + width <= end; }
  void at(float height) { ImGui::SetCursorScreenPos({x, std::round(y - c.px(height) / 2)}); }
};

void draw_switch(Row& row) {
  const Context& c = row.c;
  row.at(24);
  const float w = c.px(152);
  if (const auto hit = segmented(c.look, "##lower", rows, c.memory.lab_shows_residual ? 1 : 0, w))
    c.memory.lab_shows_residual = *hit == 1;
  row.x += w + c.px(20);
}

// Draws the colour bar of the field, with a unit that suits its range.
void draw_field_bar(Row& row, float bar) {
  const Context& c = row.c;
  const ViewState& v = c.state.view;
  const Polarization pol = c.state.scene.grid.polarization;
  const bool both = is_signed(v.quantity);
  const std::string& map = v.*colormap_of(v.quantity);
  const double shown = v.limit / v.gain;
  const Prefix prefix = prefix_for(shown, unit_of(v.quantity, pol));
  row.x += row.pen.text({row.x, row.y}, {0, 0.5f}, symbol_of(v.quantity, pol), c.t().text, font_size::number,
                        c.look.fonts.medium);
  const std::string unit = prefix.symbol + std::string(unit_of(v.quantity, pol));
  if (bar < c.px(30)) {  // too narrow for a colour bar
    const std::string end = fmt::format("{}{} {}", both ? "±" : "≤ ", fixed(shown / prefix.factor, 1), unit);
    if (row.has(c.look.measure(c.look.fonts.mono, font_size::number, end).x + c.px(24)))
      row.x += c.px(24) + row.pen.mono({row.x + c.px(8), row.y}, {0, 0.5f}, end, c.t().text, font_size::number);
    return;
  }
  // Slots of fixed width keep everything in place when the range changes.
  const float slot = c.px(54);
  const std::string low = both ? fixed(-shown / prefix.factor, 1) : "0";
  row.pen.mono({row.x + slot, row.y}, {1, 0.5f}, low, c.t().text, font_size::number);
  row.x += slot + c.px(6);
  draw_colormap(c, row.pen, {row.x, row.y - c.px(6)}, bar, c.px(12), map, !both && is_diverging(map));
  row.x += bar + c.px(6);
  const std::string high = fixed(shown / prefix.factor, 1, 0, both);
  row.pen.mono({row.x, row.y}, {0, 0.5f}, high, c.t().text, font_size::number);
  row.x += slot;
  row.x += row.pen.text({row.x, row.y}, {0, 0.5f}, unit, c.t().text2, font_size::small);
  range_lock(c, row.pen, {row.x + c.px(14), row.y});
  row.x += c.px(36);
}

// Draws the choice of the run that is subtracted from every pane.
void draw_minus(Row& row) {
  const Context& c = row.c;
  const State& s = c.state;
  LabSettings l = s.instruments;
  const float w = std::min(c.px(150), row.end - row.x);
  if (w < c.px(80)) return;
  row.at(24);
  const std::string value = l.difference_with < 0
                                ? c.tr(c.memory.lab_layout.compares ? "minus reference" : "Compare panes")
                                : c.say("minus {}", pane_name(s, l.difference_with));
  const bool open = begin_combo(c.look, "##minus", as_name(value), w);
  if (open) {
    for (int k = -1; k < pane_count(s.scene); ++k) {
      if (k >= 0 && pane_count(s.scene) < 2) break;
      if (k < 0 && !c.memory.lab_layout.compares) continue;  // there is no reference run
      const std::string name = c.tr(k < 0 ? Text("the reference run") : pane_name(s, k));
      ImGui::PushID(k);
      if (combo_item(c.look, as_name(name), k == l.difference_with)) {
        l.difference_with = k;
        c.send(command::SetLab{l});
        if (!c.memory.lab_layout.compares) c.memory.lab_shows_residual = true;
      }
      ImGui::PopID();
    }
    ImGui::EndCombo();
  } else {
    tip(c.look,
        "Selects the run that is subtracted from every pane's field: its reference run, which leaves the boundary's "
        "reflection, or another pane");
  }
  row.x += w + c.px(8);
}

void draw_residual_bar(Row& row, float bar, bool roomy) {
  const Context& c = row.c;
  LabSettings l = c.state.instruments;
  draw_minus(row);
  if (!row.has(bar + c.px(150))) return;
  row.at(24);
  const float field = c.px(52);
  const std::string low = fixed(-l.residual_floor, 0);
  if (number_field(c.look, "##floor", l.residual_floor,
                   {.decimals = 0, .min = 20, .max = 320, .speed = 1, .slot = 0, .instead = low}, field))
    c.send(command::SetLab{l});
  tip(c.look, "Sets the lower end of the colour scale, in dB relative to the incident peak");
  row.x += field + c.px(6);
  draw_colormap(c, row.pen, {row.x, row.y - c.px(6)}, bar, c.px(12), residual_colormap, false);
  const Precision precision = c.state.scene.grid.precision;
  const double rounding = rounding_floor(precision);
  const std::string words =
      c.say("{} rounding at {}", precision == Precision::float32 ? "float" : "double", fixed(rounding, 0));
  const float along = static_cast<float>(1 + rounding / l.residual_floor);
  if (along >= 0) {
    const float tick = row.x + bar * along;
    row.pen.vline(tick, row.y - c.px(8), row.y + c.px(9), c.t().text);
    row.pen.text({tick + c.px(4), row.y + c.px(15)}, {0, 0.5f}, words, c.t().text2, 12);
  } else {
    row.pen.text({row.x, row.y + c.px(15)}, {0, 0.5f}, "‹ " + words, c.t().text2, 12);
  }
  row.x += bar + c.px(6);
  row.x += row.pen.mono({row.x, row.y}, {0, 0.5f}, "0", c.t().text, font_size::number) + c.px(6);
  row.x += row.pen.text({row.x, row.y}, {0, 0.5f}, roomy ? "dB of incident peak" : "dB", c.t().text2, font_size::small);
  row.x += c.px(16);
}

// Draws the button that starts measuring, while nothing is compared.
void draw_beginning(Row& row) {
  const Context& c = row.c;
  const float w = c.px(beginning);
  row.at(24);
  if (button(c.look, "##measure", "Measure reflection", 0, false, w)) c.send(command::Measure{true});
  tip(c.look, "Adds a reference run on a larger grid, from which no wave returns. Restarts all runs from t = 0");
  row.x += w + c.px(8);
  if (pane_count(c.state.scene) > 1) draw_minus(row);
}

// Draws the buttons of panes, from the right end. Returns x where they begin.
float draw_pane_buttons(const Context& c, const Area& area, float y) {
  const int panes = pane_count(c.state.scene);
  float x = area.max.x - c.px(28);
  ImGui::SetCursorScreenPos({x, y - c.px(14)});
  ImGui::BeginDisabled(panes < 2);
  if (icon_button(c.look, "##remove_pane", icon::trash, ButtonState::plain, 28, 13))
    c.send(command::RemovePane{c.state.active});
  ImGui::EndDisabled();
  tip(c.look, panes < 2 ? c.tr("The only pane cannot be removed")
                        : c.say("Removes the pane {}", pane_name(c.state, c.state.active)));
  x -= c.px(30);
  ImGui::SetCursorScreenPos({x, y - c.px(14)});
  ImGui::BeginDisabled(panes >= most_panes);
  if (icon_button(c.look, "##add_pane", icon::duplicate, ButtonState::plain, 28, 13)) c.send(command::AddPane{});
  ImGui::EndDisabled();
  tip(c.look, panes >= most_panes ? c.say("Cannot add a pane: {} panes is the maximum", most_panes)
                                  : c.say("Adds a pane, a copy of {}", pane_name(c.state, c.state.active)));
  return x;
}

// Writes the position of the pointer and the values there.
void draw_pointed(const Context& c, const Pen& pen, float x0, float x1, float y) {
  const Cursor& cursor = c.state.cursor;
  if (!cursor.inside || !c.memory.picture_hovered || c.state.view.quantity == Quantity::material) return;
  const std::string text = pointed_words(c.state);
  if (x1 - c.look.measure(c.look.fonts.mono, font_size::number, text).x < x0) return;
  pen.mono({x1, y}, {1, 0.5f}, text, c.t().text2, font_size::number);
}

}  // namespace

std::string pointed_words(const State& s) {
  const LengthScale scale = length_scale(s.scene);
  const Quantity q = s.view.quantity;
  const Polarization pol = s.scene.grid.polarization;
  return fmt::format("({}, {}) {}  {} {}", fixed(scale.shown(s.cursor.position.x), scale.decimals),
                     fixed(scale.shown(s.cursor.position.y), scale.decimals), scale.name, symbol_of(q, pol),
                     value_on_scale(s.cursor.value, s.view.limit, unit_of(q, pol)));
}

void draw_lab_legend(const Context& c, ImDrawList* list) {
  const Area& area = c.memory.lab_layout.legend;
  const bool roomy = area.width() >= c.px(1080), one = c.memory.lab_layout.one_row,
             compares = c.memory.lab_layout.compares;
  const bool edits = !c.state.presenting.on;
  const float middle = std::round(area.min.y + c.px(19)), end = edits ? draw_pane_buttons(c, area, middle) : area.max.x;
  Row row{c, {c.look, list}, area.min.x, middle, end - c.px(8)};
  if (one) draw_switch(row);
  const float kept = compares || !edits ? 0 : c.px(beginning + 8);  // width of the button that starts measuring
  row.end -= kept;
  if (!one || !c.memory.lab_shows_residual)
    draw_field_bar(row, std::min(c.px(roomy ? 180 : 120), area.width() - c.px(310) - kept));
  row.end += kept;
  if (!compares && edits) draw_beginning(row);
  if (compares && (!one || c.memory.lab_shows_residual)) draw_residual_bar(row, c.px(roomy ? 240 : 150), roomy || one);
  draw_pointed(c, row.pen, row.x, end - c.px(12), row.y);
}

}  // namespace ez
