// The boundary lab's pictures. Each pane has a head with its worst side, its field with the dB of every side, and below
// or next to it the residual. All panes show the same part of their grids. Every tool works in any of them and edits
// the one scene of which they are variants. Items, in the window "Picture", k from 0:
//   ##pane{k} (head)  ##field{k}  ##residual{k}
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/sides.h"
#include "app/model/document/scene_edit.h"
#include "app/model/hooks.h"
#include "app/platform/units.h"
#include "app/ui/hooks.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/pane_marks.h"
#include "app/ui/readings.h"

namespace ez {
namespace {

// smallest widths of a picture with a short and with a long label
constexpr float label_from = 150, long_label_from = 230;
constexpr float least_name = 32;
constexpr float layer_words_from = 15;  // smallest thickness of a layer on the screen that has space for a label

Area area_of(const ScreenRect& r) {
  const ImVec2 f = ImGui::GetIO().DisplayFramebufferScale;
  const ImVec2 a(static_cast<float>(r.x) / f.x, static_cast<float>(r.y) / f.y);
  return {a, {a.x + static_cast<float>(r.width) / f.x, a.y + static_cast<float>(r.height) / f.y}};
}

// ---- heads

std::string tip_of(const Context& c, int pane) {
  const State& s = c.state;
  const Scene& scene = pane_scene(s, pane);
  std::string text = fmt::format("{}: {}", c.tr(pane_name(s, pane)), c.tr(boundary_name(scene.boundary)));
  text += c.say("\n{} × {} cells, Courant {}", scene.grid.nx, scene.grid.ny, fixed(scene.grid.courant, 3));
  const ReflectionReading* r = reading_of(s, pane);
  for (const Side side : all_sides) {
    const auto k = static_cast<std::size_t>(side);
    if (r && r->own_db[k] && r->db[k])
      text += c.say("\n{}: {} dB own echo, {} dB with echoes of the others", c.tr(to_string(side)),
                    fixed(*r->own_db[k], 1), fixed(*r->db[k], 1));
  }
  if (r && r->worst)
    text += is_past(s, pane) ? c.say(
                                   "\nReadings were valid until t = {}. After that, waves reflected by the reference "
                                   "run's boundary may arrive",
                                   engineering(r->valid_until, "s", 2))
                             : c.say("\nReadings are valid until t = {}", engineering(r->valid_until, "s", 2));
  return text + "\n" + c.tr(growth_words(s, pane));
}

// Writes the last valid reading, "– (−18.2 dB at 1.1 ns)", at the head's right end from x leftwards. Returns x where it
// begins.
float draw_last_valid(const Context& c, const Pen& pen, float x, float cy, const ReflectionReading& reading,
                      bool roomy) {
  const std::string worst = decibels(reading.worst);
  const std::string last =
      roomy ? c.say("({} dB at {})", worst, engineering(reading.valid_until, "s", 2)) : fmt::format("({})", worst);
  x -= pen.text({x, cy + c.px(2)}, {1, 0.5f}, last, c.t().text2, font_size::small) + c.px(7);
  x -= pen.mono({x, cy}, {1, 0.5f}, "–", c.t().text2, 24) + c.px(8);
  pen.icon({x - c.px(7), cy + c.px(2)}, icon::warning, 13, c.t().warn);
  return x - c.px(14);
}

// Writes the reflection of the pane's worst side at the head's right end from x leftwards. Returns x where it begins.
float draw_worst(const Context& c, const Pen& pen, float x, float cy, int pane, bool roomy) {
  const ReflectionReading* reading = reading_of(c.state, pane);
  if (is_past(c.state, pane)) return draw_last_valid(c, pen, x, cy, *reading, roomy);
  x -= pen.text({x, cy + c.px(2)}, {1, 0.5f}, "dB", c.t().text2, font_size::small) + c.px(5);
  x -= pen.mono({x, cy}, {1, 0.5f}, decibels(reading ? reading->worst : std::nullopt), pane_color(c.t(), pane), 24);
  if (roomy) x -= pen.text({x - c.px(7), cy + c.px(2)}, {1, 0.5f}, "worst", c.t().text2, font_size::small) + c.px(7);
  return x;
}

// Writes the pane's largest field now and, if there is space, the largest sample so far. It is shown while nothing is
// measured.
float draw_largest(const Context& c, const Pen& pen, float x, float cy, int pane, bool roomy) {
  const State& s = c.state;
  if (pane >= static_cast<int>(s.panes.size())) return x;
  const PaneState& p = s.panes[static_cast<std::size_t>(pane)];
  const double now = p.looks.empty() ? 0 : p.looks.back().max_abs;
  const Prefix prefix = prefix_for(now);
  const std::string_view unit = unit_of(Quantity::ez, s.scene.grid.polarization);
  const auto small = [&](const std::string& text, float gap) {
    x -= pen.text({x, cy + c.px(2)}, {1, 0.5f}, text, c.t().text2, font_size::small) + c.px(gap);
  };
  if (roomy) small(c.say("maximum ≥ {}", brief(p.largest, unit)), 9);
  small(fmt::format("{}{}", prefix.symbol, unit), 5);
  x -= pen.mono({x, cy}, {1, 0.5f}, fmt::format("{:.3g}", now / prefix.factor), pane_color(c.t(), pane), 24) + c.px(7);
  if (roomy) small("now", 0);
  return x;
}

void draw_head(const Context& c, const Area& area, int pane, ImDrawList* list) {
  const State& s = c.state;
  ImGui::SetCursorScreenPos(area.min);
  if (ImGui::InvisibleButton(fmt::format("##pane{}", pane).c_str(), {area.width(), area.height()}))
    c.send(command::SelectPane{pane});
  tip(c.look, tip_of(c, pane));
  const Pen pen{c.look, list};
  const float cy = area.min.y + c.px(25);
  pane_mark(pen, {area.min.x + c.px(7), cy}, pane);
  const bool roomy = area.width() > c.px(300);
  const float x = s.scene.reflection.on ? draw_worst(c, pen, area.max.x, cy, pane, roomy)
                                        : draw_largest(c, pen, area.max.x, cy, pane, roomy);
  const bool active = pane == s.active;
  const float name = area.min.x + c.px(22), end = x - c.px(10);
  if (end - name < c.px(least_name)) return;
  pen.names().clipped({name, cy}, end, c.tr(pane_name(s, pane)), active ? c.t().text : c.t().text2, 20,
                      c.look.fonts.medium);
}

// ---- drawn over a picture

// Draws sources and probes at their positions in this pane. Those of the scene can be dragged.
void draw_marks(const Context& c, const Viewport& v, int pane, ImDrawList* list) {
  const Pen pen{c.look, list};
  const Scene& scene = pane_scene(c.state, pane);
  const auto at = [&](Vec2 node) { return v.screen(to_grid(scene.grid, c.state.scene.grid, node)); };
  const auto selected = [&](Selection::Kind kind, int i) { return c.state.selection == Selection{kind, i}; };
  for (int i = 0; i < static_cast<int>(scene.sources.size()); ++i) {
    const std::vector<GripSpot> spots = grip_spots(scene, {Selection::Kind::source, i});
    const ImU32 color = scene.sources[static_cast<std::size_t>(i)].on ? c.t().accent : c.t().text3;
    if (spots.size() == 3) pen.line(at(spots[1].node), at(spots[2].node), color, 2);
    for (const GripSpot& spot : spots) pen.handle(at(spot.node), 5, color);
    if (selected(Selection::Kind::source, i)) pen.list->AddCircle(at(spots[0].node), c.px(10), color, 0, c.px(2));
  }
  const int probes = hides(c.state, Secret::probes) ? 0 : static_cast<int>(scene.probes.size());
  for (int i = 0; i < probes; ++i) {
    const ImVec2 p = at(to_nodes(scene, scene.probes[static_cast<std::size_t>(i)].at));
    pen.list->AddCircle(p, c.px(6), c.t().halo, 0, c.px(4));
    pen.list->AddCircle(p, c.px(6), selected(Selection::Kind::probe, i) ? c.t().accent : c.t().ink, 0, c.px(1.5f));
  }
}

std::string label_of(const Context& c, bool residual, bool roomy) {
  const State& s = c.state;
  const Polarization pol = s.scene.grid.polarization;
  if (!residual) {
    const std::string_view name = symbol_of(s.view.quantity, pol);
    return roomy ? c.say("Field  {}", name) : std::string(name);
  }
  const bool reference = s.instruments.difference_with < 0;
  const std::string_view e = symbol_of(Quantity::ez, pol);
  if (!roomy) return reference ? "Residual" : "Difference";
  if (reference && is_past(s, 0))
    return c.say("Residual, valid until {}", engineering(reading_of(s, 0)->valid_until, "s", 2));
  if (reference) return c.say("Residual  |{0} − {0} reference|", e);
  return c.say("Difference  |{0} − {0} of {1}|", e, pane_name(s, s.instruments.difference_with));
}

Area draw_label(const Context& c, const Area& p, bool residual, ImDrawList* list) {
  const bool roomy = p.width() >= c.px(long_label_from);
  // the switch below already shows the name
  if (p.width() < c.px(label_from) || (!roomy && c.memory.lab_layout.one_row)) return {};
  const ImVec2 a = p.min + c.look.px(8, 8);
  return {a, Pen{c.look, list}.pill(a, {0, 0}, label_of(c, residual, roomy), c.t().text, c.look.fonts.medium,
                                    font_size::small)};
}

// Writes a text in the middle of a picture that has nothing to show, over the canvas.
void draw_nothing(const Context& c, const Area& p, Sentence words, ImU32 color, ImDrawList* list) {
  list->AddRectFilled(p.min, p.max, c.t().canvas);
  const std::string text(c.look.shown(words));
  const float wrap = p.width() - c.px(32), size = c.px(font_size::small);
  const ImVec2 m = c.look.fonts.text->CalcTextSizeA(size, FLT_MAX, wrap, text.c_str());
  list->AddText(c.look.fonts.text, size,
                {std::round((p.min.x + p.max.x - m.x) / 2), std::round((p.min.y + p.max.y) / 2 - m.y - c.px(6))}, color,
                text.c_str(), nullptr, wrap);
}

// Draws why a residual is missing. Returns whether the residual itself is shown.
bool draw_residual_state(const Context& c, const Area& p, int pane, ImDrawList* list) {
  const State& s = c.state;
  if (s.instruments.difference_with == pane) {
    draw_nothing(c, p, "The other panes are compared with this one.", c.t().text2, list);
    return false;
  }
  if (has_residual(s)) return true;
  if (s.scene.reflection.on) {
    const bool known = !s.reference.message.empty();
    draw_nothing(c, p, known ? Sentence(s.reference.message) : Sentence("Preparing the reference run …"),
                 known ? c.t().warn : c.t().text2, list);
    return false;
  }
  return false;
}

void draw_layer_words(const Context& c, const Viewport& v, const Area& p, int pane, ImDrawList* list) {
  const Scene& scene = pane_scene(c.state, pane);
  if (!scene.boundary.has_layer(Side::bottom)) return;
  const float depth = static_cast<float>(scene.boundary.cpml.cells) * v.cell() *
                      static_cast<float>(c.state.scene.grid.nx) / static_cast<float>(scene.grid.nx);
  const float bottom = v.screen({0, -0.5}).y;
  if (depth < c.px(layer_words_from) || bottom - depth > p.max.y - c.px(layer_words_from)) return;
  const float low = std::min(bottom, p.max.y), high = std::max(bottom - depth, p.min.y);
  Pen{c.look, list}.text({(p.min.x + p.max.x) / 2, (low + high) / 2}, {0.5f, 0.5f}, "not shown inside the layer",
                         c.t().text2, 12);
}

void draw_over(const Context& c, const PicturePlace& place, const Viewport& v, const Area& p, ImDrawList* list) {
  const int pane = place.pane;
  list->PushClipRect(p.min, p.max, true);
  const bool shown = !place.residual || draw_residual_state(c, p, pane, list);
  const bool numbers = !place.residual || c.memory.lab_layout.one_row;  // numbers appear once per pane
  if (shown) {
    draw_walls(c, v, p, pane, list);
    if (place.residual && !numbers) draw_layer_words(c, v, p, pane, list);
    if (c.state.view.handles) draw_marks(c, v, pane, list);
    draw_held(c, v, pane, list);
    if (c.state.presenting.on) call_hooks(&UiHooks::strokes, c, v, list);
  }
  std::vector<Area> taken;
  if (numbers) taken = draw_side_labels(c, p, pane, list);
  if (pane == 0) taken.push_back(draw_label(c, p, place.residual, list));
  if (shown) draw_first_bad(c, v, pane, p, taken, list);
  list->PopClipRect();
  const bool active = pane == c.state.active;
  const float thick = active ? 3.0f : 1.5f, out = c.px(thick) / 2;
  const ImU32 color = place.residual && !active ? c.t().border_strong : pane_color(c.t(), pane);
  Pen{c.look, list}.frame(p.min - ImVec2(out, out), p.max + ImVec2(out, out), color, 0, place.residual ? 1 : thick);
}

// ---- mouse

// A gesture belongs to the picture in which it began, wherever the pointer moves.
void take_mouse(const Context& c, int index, const PicturePlace& place, const Viewport& v) {
  InterfaceMemory& m = c.memory;
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  if (c.state.presenting.on) {  // the mouse only points
    m.picture_hovered |= hovered;
    if (active) call_hooks(&UiHooks::point, c, v);
    return;
  }
  if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && place.pane != c.state.active)
    c.send(command::SelectPane{place.pane});
  m.picture_hovered |= hovered;
  const bool busy = m.gesture.kind != Gesture::Kind::none;
  if (busy ? index == m.gesture_place : hovered || active) {
    m.pointed = Interface::Pointed{v.node(ImGui::GetIO().MousePos), place.pane};
    handle_mouse(c, v, hovered, active);
  }
  if (!busy && m.gesture.kind != Gesture::Kind::none) m.gesture_place = index;
}

}  // namespace

void draw_lab_pictures(const Context& c) {
  InterfaceMemory& m = c.memory;
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t k = 0; k < m.lab_layout.panes.size(); ++k)
    draw_head(c, m.lab_layout.panes[k].head, static_cast<int>(k), list);
  if (m.gesture.kind != Gesture::Kind::none && m.gesture_place >= static_cast<int>(m.places.size())) cancel_gesture(c);
  for (std::size_t i = 0; i < m.places.size(); ++i) {
    const PicturePlace& place = m.places[i];
    const Area p = area_of(place.rect);
    if (p.width() < 1 || p.height() < 1) continue;
    const Viewport v(c.state, place.rect);
    ImGui::SetCursorScreenPos(p.min);
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton(
        fmt::format("##{}{}", place.residual ? "residual" : "field", place.pane).c_str(), {p.width(), p.height()},
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
    take_mouse(c, static_cast<int>(i), place, v);
    draw_over(c, place, v, p, list);
  }
  draw_lab_legend(c, list);
  if (m.lab_layout.history.height() > 0) draw_lab_history(c, m.lab_layout.history);
  draw_frozen(c, list);
}

}  // namespace ez
