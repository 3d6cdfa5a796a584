#include "app/ui/picture/marks/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/model/document/handles.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "app/ui/picture/clear_place.h"
#include "solver/base/constants.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr float reach_pixels = 10;  // range of a wall, unscaled
constexpr double snap_degrees = 4;  // range of its normal
constexpr double degree = pi / 180;

Vec2 to_metres(const Scene& s, Vec2 node) {
  const Vec2 cell = cell_size(s);
  return {node.x * cell.x, node.y * cell.y};
}
double direction(Vec2 from, Vec2 to) { return std::atan2(to.y - from.y, to.x - from.x) / degree; }
double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

// Draws a pill next to a point, within the picture and clear of cards.
void draw_pill(const Context& c, const Pen& pen, ImVec2 p, const Text& text) {
  const std::string words = c.tr(text);
  const ImVec2 size = c.look.measure(c.look.fonts.mono, font_size::number, words) + c.look.px(12, 8);
  const ImVec2 at = p + c.look.px(16, 16);
  pen.pill(clear_of_cards(c, {at, at + size}).min, {0, 0}, words, c.t().text, c.look.fonts.mono, font_size::number);
}

void dashed(const Pen& pen, ImVec2 a, ImVec2 b, ImU32 color, ImU32 halo) {
  const ImVec2 d = b - a;
  const float length = std::hypot(d.x, d.y), dash = pen.look.px(7), period = pen.look.px(12);
  if (length <= 0) return;
  for (float s = 0; s < length; s += period) {
    const ImVec2 from = a + d * (s / length), to = a + d * (std::min(s + dash, length) / length);
    pen.list->AddLine(from, to, halo, pen.look.px(4));
    pen.list->AddLine(from, to, color, pen.look.px(1.5f));
  }
}

void draw_stopwatch(const Context& c, const Viewport& v, const Pen& pen) {
  const std::vector<Moment>& clicks = c.state.view.measuring.stopwatch;
  if (clicks.empty()) return;
  Moment end{v.node(ImGui::GetIO().MousePos), c.state.step, c.state.time};
  const bool goes = clicks.size() == 1;
  if (!goes) end = clicks[1];
  const ImVec2 a = v.screen(clicks[0].node), b = v.screen(end.node);
  pen.handle(a, 5, c.t().accent);
  if (goes && !c.memory.picture_hovered)
    return draw_pill(
        c, pen, a, words_of(c.state.scene, reading_of(c.state.scene, clicks[0], {clicks[0].node, end.step, end.time})));
  pen.line(a, b, c.t().accent, 1.5f);
  if (!goes) pen.handle(b, 5, c.t().accent);
  draw_pill(c, pen, goes ? b : (a + b) / 2, words_of(c.state.scene, reading_of(c.state.scene, clicks[0], end)));
}

void draw_protractor(const Context& c, const Viewport& v, const Pen& pen) {
  std::vector<Vec2> points = c.state.view.measuring.protractor;
  const double reach = static_cast<double>(c.px(reach_pixels) / std::max(v.cell(), 1e-6f));
  const bool next = c.state.tool == Tool::protractor && c.memory.picture_hovered;
  if (points.size() < 3 && next)
    points.push_back(
        protractor_point(c.state.scene, points, v.node(ImGui::GetIO().MousePos), reach, ImGui::GetIO().KeyAlt));
  if (points.empty()) return;
  const ImVec2 corner = v.screen(points[0]);
  const ImU32 color = c.t().ink;
  if (const auto wall = wall_at(c.state.scene, points[0], 0.51)) {
    const Vec2 cell = cell_size(c.state.scene);
    const Vec2 way{std::cos(wall->normal * degree) / cell.x, std::sin(wall->normal * degree) / cell.y};
    const ImVec2 d = v.screen({points[0].x + way.x * cell.x, points[0].y + way.y * cell.y}) - corner;
    const float scale = c.px(90) / std::max(std::hypot(d.x, d.y), 1e-6f);
    dashed(pen, corner - d * scale, corner + d * scale, fade(color, 0.8f), c.t().halo);
  }
  for (std::size_t k = 1; k < points.size(); ++k) {
    pen.line(corner, v.screen(points[k]), color, 1.5f);
    pen.handle(v.screen(points[k]), 5, color);
  }
  pen.handle(corner, 5, c.t().accent);
  if (points.size() < 3) return;
  const ImVec2 a = v.screen(points[1]) - corner, b = v.screen(points[2]) - corner;
  const float from = std::atan2(a.y, a.x),
              turn = std::remainder(std::atan2(b.y, b.x) - from, 2 * std::numbers::pi_v<float>);
  const float radius = std::min({c.px(44), std::hypot(a.x, a.y), std::hypot(b.x, b.y)});
  for (const auto& [ink, width] : {std::pair(c.t().halo, 5.0f), std::pair(c.t().accent, 2.0f)}) {
    pen.list->PathArcTo(corner, radius, from, from + turn, 32);
    pen.list->PathStroke(ink, c.px(width));
  }
  const float middle = from + turn / 2;
  draw_pill(c, pen, corner + ImVec2(std::cos(middle), std::sin(middle)) * (radius + c.px(8)) - c.look.px(16, 16),
            text_with("{}°", fixed(protractor_degrees(c.state.scene, points), 1)));
}

}  // namespace

StopwatchReading reading_of(const Scene& scene, const Moment& from, const Moment& to) {
  StopwatchReading out;
  out.seconds = to.time - from.time;
  out.steps = static_cast<std::int64_t>(to.step) - static_cast<std::int64_t>(from.step);
  out.metres = distance(to_metres(scene, from.node), to_metres(scene, to.node));
  if (out.seconds > 0) out.speed = out.metres / out.seconds;
  return out;
}

Text words_of(const Scene& scene, const StopwatchReading& r) {
  Text speed = "no speed: the run restarted";
  if (r.seconds == 0) speed = "at the same time";
  if (r.seconds > 0)
    speed = in_cells(scene.physics) ? Text::as_is(engineering(r.speed, "m/s", 2))
                                    : text_with("{} c", fixed(r.speed / c0, 3));
  return text_with("{} · {} steps · {} · {}", engineering(r.seconds, "s", 3), r.steps, engineering(r.metres, "m", 2),
                   speed);
}

std::optional<WallPoint> wall_at(const Scene& scene, Vec2 node, double reach) {
  const Vec2 cell = cell_size(scene), at = to_metres(scene, node);
  const double last_x = scene.grid.nx - 1.0, last_y = scene.grid.ny - 1.0;
  std::vector<std::vector<Vec2>> walls = {{{0, 0}, {last_x, 0}, {last_x, last_y}, {0, last_y}, {0, 0}}};
  for (const Shape& shape : scene.shapes) {
    const bool open = std::holds_alternative<Stroke>(shape.geometry);
    for (std::vector<Vec2>& outline : outlines_of(scene, shape)) {
      if (!open && !outline.empty()) outline.push_back(outline.front());
      walls.push_back(std::move(outline));
    }
  }
  std::optional<WallPoint> best;
  double nearest = reach * cell.x;
  for (const std::vector<Vec2>& wall : walls)
    for (std::size_t k = 1; k < wall.size(); ++k) {
      const Vec2 a = to_metres(scene, wall[k - 1]), b = to_metres(scene, wall[k]), d{b.x - a.x, b.y - a.y};
      const double l2 = d.x * d.x + d.y * d.y;
      if (!(l2 > 0)) continue;
      const double t = std::clamp(((at.x - a.x) * d.x + (at.y - a.y) * d.y) / l2, 0.0, 1.0);
      const Vec2 foot{a.x + t * d.x, a.y + t * d.y};
      if (distance(foot, at) >= nearest) continue;
      nearest = distance(foot, at);
      double normal = std::fmod(std::atan2(d.y, d.x) / degree + 90 + 360, 180);
      best = WallPoint{{foot.x / cell.x, foot.y / cell.y}, normal};
    }
  return best;
}

Vec2 protractor_point(const Scene& scene, const std::vector<Vec2>& points, Vec2 node, double reach, bool free) {
  if (free || points.size() > 2) return node;
  if (points.empty()) {
    const std::optional<WallPoint> wall = wall_at(scene, node, reach);
    return wall ? wall->node : node;
  }
  constexpr double on_it = 0.51;  // nodes
  const std::optional<WallPoint> wall = wall_at(scene, points[0], on_it);
  if (!wall) return node;
  const Vec2 cell = cell_size(scene), corner = to_metres(scene, points[0]), at = to_metres(scene, node);
  for (const double normal : {wall->normal, wall->normal + 180}) {
    if (std::abs(std::remainder(direction(corner, at) - normal, 360)) > snap_degrees) continue;
    const double length = distance(corner, at);
    return {(corner.x + length * std::cos(normal * degree)) / cell.x,
            (corner.y + length * std::sin(normal * degree)) / cell.y};
  }
  return node;
}

double protractor_degrees(const Scene& scene, const std::vector<Vec2>& points) {
  const Vec2 corner = to_metres(scene, points[0]);
  return std::abs(std::remainder(
      direction(corner, to_metres(scene, points[2])) - direction(corner, to_metres(scene, points[1])), 360));
}

void click_stopwatch(const Context& c, Vec2 node) {
  ViewState view = c.state.view;
  std::vector<Moment>& clicks = view.measuring.stopwatch;
  if (clicks.size() > 1) clicks.clear();
  clicks.push_back({node, c.state.step, c.state.time});
  c.view(view);
}

void click_protractor(const Context& c, const Viewport& v, Vec2 node) {
  ViewState view = c.state.view;
  std::vector<Vec2>& points = view.measuring.protractor;
  if (points.size() > 2) points.clear();
  const double reach = static_cast<double>(c.px(reach_pixels) / std::max(v.cell(), 1e-6f));
  points.push_back(protractor_point(c.state.scene, points, node, reach, ImGui::GetIO().KeyAlt));
  c.view(view);
}

void draw_measuring(const Context& c, const Viewport& v, ImDrawList* list) {
  const Pen pen{c.look, list};
  draw_stopwatch(c, v, pen);
  draw_protractor(c, v, pen);
}

}  // namespace ez
