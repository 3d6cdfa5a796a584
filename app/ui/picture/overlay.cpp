// Draws the overlays of the picture: selection and handles, the outline of the brush, the value under the cursor,
// legend and labels.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/hooks.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/gridded.h"
#include "app/ui/picture/marks/line_cut.h"
#include "app/ui/picture/marks/measures.h"
#include "app/ui/probe_trace.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr std::int64_t most_drawn = 1000;  // number of copies of a shape that get an outline

// Converts the points of a line, only every `every`-th of them.
std::vector<ImVec2> on_screen(const Viewport& v, const std::vector<Vec2>& line, std::size_t every = 1) {
  std::vector<ImVec2> out;
  for (std::size_t k = 0; k < line.size(); k += every) out.push_back(v.screen(line[k]));
  return out;
}

// Draws the true edges of metal with grid.conformal, because the picture shows nodes. (The outline of a brush stroke is
// its centre line.)
void draw_metal_rims(const Context& c, const Viewport& v, ImDrawList* list) {
  const Scene& s = c.state.scene;
  if (!s.grid.conformal || !c.state.view.outlines) return;
  for (const Shape& shape : s.shapes) {
    if (shape.material != "pec" || std::holds_alternative<Stroke>(shape.geometry)) continue;
    if (count_of(shape.copies) > most_drawn) continue;
    for (const std::vector<Vec2>& outline : outlines_of(s, shape)) {
      const std::vector<ImVec2> points = on_screen(v, outline);
      list->AddPolyline(points.data(), static_cast<int>(points.size()), c.t().ink, c.px(1), ImDrawFlags_Closed);
    }
  }
}

// Draws the outline of the selected shape and its handles. Its copies get thin lines, unless there are too many.
void draw_selected_shape(const Context& c, const Viewport& v, ImDrawList* list) {
  const Selection& sel = c.state.selection;
  if (sel.kind != Selection::Kind::shape || !exists(c.state.scene, sel)) return;
  Shape shape = c.state.scene.shapes[static_cast<std::size_t>(sel.index)];
  if (count_of(shape.copies) > most_drawn) shape.copies = Once{};
  const bool open = std::holds_alternative<Stroke>(shape.geometry);
  const ImDrawFlags closed = open ? 0 : ImDrawFlags_Closed;
  const std::vector<std::vector<Vec2>> outlines = outlines_of(c.state.scene, shape);
  for (std::size_t k = outlines.size(); k-- > 0;) {
    const bool copy = k > 0, coarse = copy && outlines.size() > 50 && outlines[k].size() > 16;
    const std::vector<ImVec2> points = on_screen(v, outlines[k], coarse ? 4 : 1);
    const int n = static_cast<int>(points.size());
    if (!copy) list->AddPolyline(points.data(), n, c.t().halo, c.px(5), closed);
    list->AddPolyline(points.data(), n, c.t().accent, c.px(copy ? 1 : 2), closed);
  }
  const Pen pen{c.look, list};
  if (open) {
    const NodeBox box = box_of(c.state.scene, shape);
    const ImVec2 a = v.screen({box.min.x, box.max.y}), b = v.screen({box.max.x, box.min.y});
    pen.frame(a, b, fade(c.t().accent, 0.7f), 2);
  }
  for (const GripSpot& spot : grip_spots(c.state.scene, sel)) pen.handle(v.screen(spot.node), 6, c.t().accent);
}

// Draws the outline of what brush, eraser or wall would paint.
void draw_brush(const Context& c, const Viewport& v, ImDrawList* list) {
  const Tool tool = c.state.tool;
  const bool round = tool == Tool::brush || tool == Tool::erase || tool == Tool::wall;
  if (!round || !c.memory.picture_hovered) return;
  const ImVec2 p = ImGui::GetIO().MousePos;
  const float r = std::max(c.px(2), static_cast<float>(c.state.brush.radius) * v.cell());
  list->AddCircle(p, r, c.t().halo, 0, c.px(4));
  list->AddCircle(p, r, tool == Tool::erase ? c.t().warn : c.t().ink, 0, c.px(1.5f));
  list->AddCircleFilled(p, c.px(1.5f), c.t().ink);
}

// Shows the size of a rectangle, circle or wall next to the mouse while it is being drawn.
void draw_measure(const Context& c, const Viewport& v, ImDrawList* list) {
  const Gesture& g = c.memory.gesture;
  const Vec2 cell = cell_size(c.state.scene);
  const double w = std::abs(g.last.x - g.start.x) * cell.x, h = std::abs(g.last.y - g.start.y) * cell.y;
  std::string text;
  if (g.kind == Gesture::Kind::rectangle) text = fmt::format("{} × {}", engineering(w, "m", 2), engineering(h, "m", 2));
  if (g.kind == Gesture::Kind::circle) text = fmt::format("r = {}", engineering(std::hypot(w, h), "m", 2));
  if (g.kind == Gesture::Kind::wall) text = engineering(std::hypot(w, h), "m", 2);
  if (text.empty() || !g.moved) return;
  const ImVec2 p = v.screen(g.last);
  Pen{c.look, list}.pill({p.x + c.px(16), p.y + c.px(16)}, {0, 0}, text, c.t().text, c.look.fonts.mono,
                         font_size::number);
}

// Shows the position of the mouse and the value there, in fixed columns. The text is in the lower corner that the
// legend leaves free, or on the legend if none is free.
void draw_cursor_value(const Context& c, const Area& legend, ImDrawList* list) {
  const Cursor& cursor = c.state.cursor;
  if (!cursor.inside || !c.memory.picture_hovered) return;
  const Scene& s = c.state.scene;
  const LengthScale scale = length_scale(s);
  const Quantity q = c.state.view.quantity;
  const std::string place = fmt::format("x {}  y {} {}", fixed(scale.shown(cursor.position.x), scale.decimals, 7),
                                        fixed(scale.shown(cursor.position.y), scale.decimals, 7), scale.name);
  const std::string value = q == Quantity::material ? ""
                                                    : fmt::format("{} {}", symbol_of(q, s.grid.polarization),
                                                                  value_at_cursor(c.state, cursor.value));
  const Pen pen{c.look, list};
  const auto width = [&](std::string_view t) { return c.look.measure(c.look.fonts.mono, font_size::number, t).x; };
  const std::string_view of = c.look.shown(in_cells(s.physics) ? Label(cursor.material) : as_name(cursor.material));
  const float material = c.look.measure(c.look.fonts.text, font_size::small, as_name(of)).x;
  const float w =
      c.px(24) + width(place) + (value.empty() ? 0 : width(value) + c.px(16)) + std::max(material, c.px(56)) + c.px(16);
  const float left = c.memory.picture.min.x + c.px(16), right = c.memory.picture.max.x - c.px(16);
  if (right - left < w) return;  // no space
  ImVec2 a(right - w, c.memory.picture.max.y - c.px(16 + 28));
  if (a.x < legend.max.x + c.px(8)) {
    if (left + w + c.px(8) <= legend.min.x)
      a.x = left;
    else
      a = {std::min(legend.min.x, right - w), legend.min.y - c.px(8 + 28)};
  }
  const ImVec2 b = a + ImVec2(w, c.px(28));
  pen.card(a, b);
  float x = a.x + c.px(12);
  const float cy = (a.y + b.y) / 2;
  x += pen.mono({x, cy}, {0, 0.5f}, place, c.t().text, font_size::number) + c.px(16);
  if (!value.empty()) x += pen.mono({x, cy}, {0, 0.5f}, value, c.t().text, font_size::number) + c.px(16);
  pen.names().text({x, cy}, {0, 0.5f}, of, c.t().text2, font_size::small);
}

}  // namespace

void draw_held(const Context& c, const Viewport& v, int pane, ImDrawList* list) {
  draw_screen(c, v, list);
  draw_line_cut(c, v, list);
  draw_measuring(c, v, list);
  const Scene &scene = c.state.scene, &shown = pane_scene(c.state, pane);
  draw_gridded(c, shown, v, list);
  if (shown.shapes == scene.shapes) draw_selected_shape(c, v, list);  // a pane may have other shapes
  draw_brush(c, v, list);
  draw_measure(c, v, list);
}

void draw_overlay(const Context& c, const Viewport& v, ImDrawList* list) {
  list->PushClipRect(c.memory.picture.min, c.memory.picture.max, true);
  const bool chrome = c.memory.options.chrome;
  if (c.state.view.arrows) draw_flow(c, v, list);
  draw_theory_lines(c, v, list);
  draw_screen(c, v, list);
  draw_line_cut(c, v, list);
  draw_metal_rims(c, v, list);
  draw_gridded(c, c.state.scene, v, list);
  if (chrome) draw_selected_shape(c, v, list);
  const std::vector<Area> labels = c.state.view.handles ? draw_labels(c, v, list) : std::vector<Area>();
  c.memory.labels = labels;
  draw_theory_words(c, v, labels, list);
  draw_measuring(c, v, list);
  if (chrome) {
    draw_brush(c, v, list);
    draw_measure(c, v, list);
  }
  Area legend{};
  if (c.state.view.legend) legend = draw_legend(c, v, list);
  if (c.state.view.lens) draw_front_lens(c, v, legend, list);
  if (chrome) draw_cursor_value(c, legend, list);
  const bool text = chrome && c.memory.options.bars;
  if (text && !c.state.frozen) draw_scene_text(c, v);  // otherwise the card with the cause takes this place
  call_hooks(&UiHooks::overlay, c, v, list);
  draw_spectrum(c, v, legend, list);
  // A window without bars is too small for the checks.
  const bool checks = !c.state.frozen && (c.memory.options.bars || !chrome);
  const Area badge = checks ? draw_check_badge(c, v, legend, list) : Area{};
  draw_first_bad(c, v, c.state.active, c.memory.picture, {&legend, 1}, list);
  draw_frozen(c, list);
  c.memory.cards = {legend, badge, c.memory.text_card, c.memory.spectrum_card, c.memory.frozen_card};
  if (chrome) c.memory.cards.push_back(draw_properties(c, v, c.memory.cards, list));  // drawn above all others
  c.memory.check_card = badge;
  list->PopClipRect();
}

}  // namespace ez
