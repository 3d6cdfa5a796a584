#include "app/features/boundary_lab/sides.h"

#include <algorithm>

#include "app/ui/readings.h"

namespace ez {
namespace {

constexpr float labels_from = 150, names_from = 300;  // smallest widths of a picture with labels and with names
constexpr float wall = 5, dash = 8, dash_gap = 6;

// Returns the area along the grid's side, inside the grid, as thick as the boundary is drawn.
Area strip_along(const Context& c, const Viewport& v, Side side) {
  const Grid& g = c.state.scene.grid;
  const ImVec2 low = v.screen({-0.5, -0.5}), high = v.screen({g.nx - 0.5, g.ny - 0.5});
  Area out{{low.x, high.y}, {high.x, low.y}};
  const float d = c.px(wall);
  switch (side) {
    case Side::left:
      out.max.x = out.min.x + d;
      break;
    case Side::right:
      out.min.x = out.max.x - d;
      break;
    case Side::bottom:
      out.min.y = out.max.y - d;
      break;
    case Side::top:
      out.max.y = out.min.y + d;
      break;
  }
  return out;
}

void draw_dashes(const Context& c, const Pen& pen, const Area& strip, bool upright) {
  const float from = upright ? strip.min.y : strip.min.x, to = upright ? strip.max.y : strip.max.x;
  for (float at = from; at < to; at += c.px(dash + dash_gap)) {
    const float end = std::min(at + c.px(dash), to);
    const ImVec2 a = upright ? ImVec2(strip.min.x, at) : ImVec2(at, strip.min.y),
                 b = upright ? ImVec2(strip.max.x, end) : ImVec2(end, strip.max.y);
    pen.fill(a, b, c.t().canvas);
    pen.fill(a + c.look.px(1, 1), b - c.look.px(1, 1), c.t().data[5]);
  }
}

// Writes name and number on one card, centred on the same line.
Area draw_label(const Context& c, const Pen& pen, ImVec2 p, ImVec2 align, const std::string& name,
                const std::string& number, ImU32 color) {
  const float named = name.empty() ? 0 : c.look.measure(c.look.fonts.text, font_size::small, name).x,
              numbered = number.empty() ? 0 : c.look.measure(c.look.fonts.mono, font_size::number, number).x,
              between = named > 0 && numbered > 0 ? c.px(6) : 0;
  const ImVec2 size(named + between + numbered + c.px(12),
                    c.look.measure(c.look.fonts.mono, font_size::number, "0").y + c.px(6));
  const ImVec2 a(std::round(p.x - size.x * align.x), std::round(p.y - size.y * align.y)), b = a + size;
  pen.fill(a, b, c.t().card, 4);
  const float middle = (a.y + b.y) / 2;
  if (named > 0) pen.text({a.x + c.px(6), middle}, {0, 0.5f}, name, c.t().text2, font_size::small);
  if (numbered > 0) pen.mono({b.x - c.px(6), middle}, {1, 0.5f}, number, color, font_size::number);
  return {a, b};
}

}  // namespace

void draw_walls(const Context& c, const Viewport& v, const Area& picture, int pane, ImDrawList* list) {
  const Pen pen{c.look, list};
  const Boundary& boundary = pane_scene(c.state, pane).boundary;
  for (const Side side : all_sides) {
    const Area s = strip_along(c, v, side);
    // Cuts everything outside the picture: the outlines at the ends and most dashes of a zoomed side.
    const Area shown{{std::max(s.min.x, picture.min.x), std::max(s.min.y, picture.min.y)},
                     {std::min(s.max.x, picture.max.x), std::min(s.max.y, picture.max.y)}};
    if (shown.width() <= 0 || shown.height() <= 0) continue;
    switch (facts_of(boundary[side]).drawn) {
      case BoundaryFacts::Drawn::filled:
        pen.fill(shown.min, shown.max, c.t().pec);
        pen.frame(shown.min, shown.max, c.t().text);
        break;
      case BoundaryFacts::Drawn::hollow:
        pen.fill(shown.min, shown.max, c.t().canvas);
        pen.frame(shown.min, shown.max, c.t().data[4], 0, 1.5f);
        break;
      case BoundaryFacts::Drawn::dashed:
        draw_dashes(c, pen, shown, side == Side::left || side == Side::right);
        break;
      case BoundaryFacts::Drawn::open:
        break;
    }
  }
}

std::vector<Area> draw_side_labels(const Context& c, const Area& p, int pane, ImDrawList* list) {
  std::vector<Area> taken;
  if (p.width() < c.px(labels_from)) return taken;
  const Scene& scene = pane_scene(c.state, pane);
  const ReflectionReading* reading = reading_of(c.state, pane);
  const std::vector<Side> measured = reading ? measured_sides(scene) : std::vector<Side>{};
  const ImU32 color = is_past(c.state, pane) ? c.t().text3 : c.t().text;
  const float in = c.px(8), mx = (p.min.x + p.max.x) / 2, my = (p.min.y + p.max.y) / 2;
  const ImVec2 where[] = {{p.min.x + in, my}, {p.max.x - in, my}, {mx, p.max.y - in}, {mx, p.min.y + in}};
  constexpr ImVec2 align[] = {{0, 0.5f}, {1, 0.5f}, {0.5f, 1}, {0.5f, 0}};
  for (const Side side : all_sides) {
    const auto k = static_cast<std::size_t>(side);
    std::string number;
    if (std::find(measured.begin(), measured.end(), side) != measured.end())
      number = reading->why_not[k].empty() ? shown_decibels(c.state, pane, side_db(*reading, side)) : "not measured";
    const bool named = number.empty() || p.width() >= c.px(names_from);
    taken.push_back(draw_label(c, Pen{c.look, list}, where[k], align[k],
                               std::string(named ? facts_of(scene.boundary[side]).word : ""), number, color));
  }
  return taken;
}

}  // namespace ez
