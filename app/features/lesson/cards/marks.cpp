#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "app/features/lesson/cards/cards.h"
#include "app/features/lesson/commands.h"
#include "app/features/lesson/memory.h"
#include "app/features/lesson/progress.h"
#include "app/ui/input/input_events.h"
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

// Returns the area of an arrow's text of this size, at the end of the arrow's tail.
Area words_at(ImVec2 tail, ImVec2 along, ImVec2 room) {
  const float length = std::hypot(along.x, along.y);
  const ImVec2 at(tail.x - along.x / length * room.x / 2, tail.y - along.y / length * room.y / 2);
  return {at - room / 2, at + room / 2};
}

// Returns the arrow from its tail to its tip. It has the lesson's direction, or is turned as little as necessary for it
// and its text to be clear of the labels. If labels surround the tip, the arrow is lengthened until its text is clear.
ImVec2 arrow_for(const Context& c, const LessonArrow& arrow, ImVec2 tip, ImVec2 room) {
  const std::vector<Area>& labels = c.memory.labels;
  const auto turned = [&](double by, float times) {
    const double angle = (arrow.angle + by) * std::numbers::pi / 180;
    return ImVec2(static_cast<float>(std::cos(angle)), static_cast<float>(-std::sin(angle))) *
           (times * c.px(arrow_length));
  };
  const auto shaft_clear = [&](ImVec2 along) {
    for (float k = 0.2f; k <= 1; k += 0.1f)  // its tip may touch the label that it points at
      if (std::ranges::any_of(labels, [&](const Area& label) { return label.contains(tip - along * k); })) return false;
    return true;
  };
  const auto words_clear = [&](ImVec2 along) {
    const Area words = words_at(tip - along, along, room);
    const auto meets = [&](const Area& label) { return label.meets(words); };
    const ImVec2 little = c.look.px(12, 8);  // the text may exceed the picture by this, and is moved back later
    const bool inside = Area{c.memory.picture.min - little, c.memory.picture.max + little}.contains(words);
    return arrow.text.empty() || (inside && std::ranges::none_of(labels, meets));
  };
  for (const double by : {0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180})
    if (const ImVec2 along = turned(by, 1); shaft_clear(along) && words_clear(along)) return along;
  for (const float times : {1.0f, 1.5f, 2.0f, 2.5f})
    for (const double by : {0, 30, -30, 180})
      if (const ImVec2 along = turned(by, times); words_clear(along)) return along;
  return turned(0, 1);
}

void draw_arrow(const Context& c, const Viewport& v, const Pen& pen, const LessonArrow& arrow) {
  const ImVec2 room = c.look.measure(c.look.fonts.text, font_size::small, arrow.text) + c.look.px(24, 16),
               tip = v.screen(to_nodes(c.state.scene, arrow.at)), along = arrow_for(c, arrow, tip, room),
               tail = tip - along;
  marker_arrow(c.look, pen.list, tail, tip, c.px(arrow_head), c.t().accent);
  if (arrow.text.empty()) return;
  const Area place = clear_of_cards(c, words_at(tail, along, room));  // moved into the picture
  pen.names().pill((place.min + place.max) / 2, {0.5f, 0.5f}, arrow.text, c.t().text);
}

}  // namespace

void draw_lesson_marks(const Context& c, const Viewport& v, ImDrawList* list) {
  const Learning& l = c.state.of<Learning>();
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
  if (!c.state.of<Learning>().pencil) return false;
  std::vector<Vec2>& line = c.memory.of<LessonMemory>().line;
  const bool by_keys = c.memory.of<LessonMemory>().by_keys && c.memory.hand.on;
  if (by_keys && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && line.size() > 1) drop_pencil(c);
  if (!active || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return true;
  const bool begins = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (begins) line.clear();
  bool longer = false;
  for (const ImVec2 at : begins ? std::vector{ImGui::GetIO().MousePos} : mouse_path()) {
    const ImVec2 moved = line.empty() ? ImVec2(c.px(3), 0) : at - v.screen(to_nodes(c.state.scene, line.back()));
    if (std::abs(moved.x) + std::abs(moved.y) < c.px(3)) continue;
    line.push_back(from_nodes(c.state.scene, v.node(at)));
    longer = true;
  }
  if (longer) c.send(command::Learn{command::Learn::What::draw, "", 0, line});
  return true;
}

}  // namespace ez
