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

// Where its words, so large, go on: where the tail ends.
Area words_at(ImVec2 tail, ImVec2 way, ImVec2 room) {
  const ImVec2 at(tail.x - way.x * room.x / 2, tail.y - way.y * room.y / 2);
  return {at - room / 2, at + room / 2};
}

// Along the arrow: as the lesson has it, or turned as little as it must be for it and its words to be clear of the
// labels.
ImVec2 way_of(const Context& c, const LessonArrow& arrow, ImVec2 tip, ImVec2 room, const std::vector<Area>& labels) {
  const auto turned = [&](double by) {
    const double angle = (arrow.angle + by) * std::numbers::pi / 180;
    return ImVec2(static_cast<float>(std::cos(angle)), static_cast<float>(-std::sin(angle)));
  };
  const auto is_clear = [&](ImVec2 way) {
    for (float k = 0.2f; k <= 1; k += 0.1f) {  // at its tip it may touch what it points at
      const ImVec2 p = tip - way * (k * c.px(arrow_length));
      if (std::ranges::any_of(labels, [&](const Area& label) { return label.contains(p); })) return false;
    }
    const Area words = words_at(tip - way * c.px(arrow_length), way, room);
    return arrow.text.empty() || std::ranges::none_of(labels, [&](const Area& label) { return label.meets(words); });
  };
  for (const double by : {0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180})
    if (const ImVec2 way = turned(by); is_clear(way)) return way;
  return turned(0);
}

void draw_arrow(const Context& c, const Viewport& v, const Pen& pen, const LessonArrow& arrow,
                const std::vector<Area>& labels) {
  const ImVec2 room = c.look.measure(c.look.fonts.text, font_size::small, arrow.text) + c.look.px(24, 16),
               tip = v.screen(to_nodes(c.state.scene, arrow.at)), way = way_of(c, arrow, tip, room, labels),
               tail = tip - way * c.px(arrow_length);
  marker_arrow(c.look, pen.list, tail, tip, c.px(arrow_head), c.t().accent);
  if (arrow.text.empty()) return;
  const Area place = clear_of_cards(c, words_at(tail, way, room));  // within the picture
  pen.names().pill((place.min + place.max) / 2, {0.5f, 0.5f}, arrow.text, c.t().text);
}

}  // namespace

void draw_lesson_marks(const Context& c, const Viewport& v, const std::vector<Area>& labels, ImDrawList* list) {
  const Learning& l = c.state.learning;
  const LessonCard* card = l.shown();
  if (!card) return;
  const Pen pen{c.look, list};
  for (const LessonArrow& arrow : card->arrows) draw_arrow(c, v, pen, arrow, labels);
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
