#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/lesson/cards/cards.h"
#include "app/ui/kit/marker.h"
#include "app/ui/picture/clear_place.h"

namespace ez {
namespace {

constexpr float arrow_length = 52, arrow_head = 11;

std::vector<ImVec2> on_screen(const Context& c, const Viewport& v, const std::vector<Vec2>& line) {
  std::vector<ImVec2> out;
  out.reserve(line.size());
  for (const Vec2& p : line) out.push_back(v.screen(to_nodes(c.state.scene, p)));
  return out;
}

void draw_arrow(const Context& c, const Viewport& v, const Pen& pen, const LessonArrow& arrow) {
  const double turned = arrow.angle * std::numbers::pi / 180;
  const ImVec2 way(static_cast<float>(std::cos(turned)), static_cast<float>(-std::sin(turned)));
  const ImVec2 tip = v.screen(to_nodes(c.state.scene, arrow.at)), tail = tip - way * c.px(arrow_length);
  marker_arrow(c.look, pen.list, tail, tip, c.px(arrow_head), c.t().accent);
  if (arrow.text.empty()) return;
  // Its words go on where the tail ends, within the picture and clear of cards.
  const ImVec2 room = c.look.measure(c.look.fonts.text, font_size::small, arrow.text) + c.look.px(24, 16);
  const ImVec2 at(tail.x - way.x * room.x / 2, tail.y - way.y * room.y / 2);
  const Area place = clear_of_cards(c, {at - room / 2, at + room / 2});
  pen.names().pill((place.min + place.max) / 2, {0.5f, 0.5f}, arrow.text, c.t().text);
}

}  // namespace

void draw_lesson_marks(const Context& c, const Viewport& v, ImDrawList* list) {
  const Learning& l = c.state.learning;
  const LessonCard* card = l.shown();
  if (!card) return;
  const Pen pen{c.look, list};
  for (const LessonArrow& arrow : card->arrows) draw_arrow(c, v, pen, arrow);
  const auto* draws = card->question ? std::get_if<DrawQuestion>(&*card->question) : nullptr;
  if (!draws) return;
  if (l.given[l.card].known()) marker_line(c.look, list, on_screen(c, v, draws->curve), c.t().accent);
  marker_line(c.look, list, on_screen(c, v, l.given[l.card].drawn), c.t().warn);
}

bool draw_with_pencil(const Context& c, const Viewport& v, bool active) {
  if (!c.state.learning.pencil) return false;
  std::vector<Vec2>& line = c.memory.lesson.line;
  const bool by_keys = c.memory.lesson.by_keys && c.memory.hand.on;
  if (by_keys && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && line.size() > 1) drop_pencil(c);
  if (!active || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return true;
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) line.clear();
  if (!line.empty()) {
    const ImVec2 moved = at - v.screen(to_nodes(c.state.scene, line.back()));
    if (std::abs(moved.x) + std::abs(moved.y) < c.px(3)) return true;
  }
  line.push_back(from_nodes(c.state.scene, v.node(at)));
  c.send(command::Learn{command::Learn::What::draw, "", 0, line});
  return true;
}

}  // namespace ez
