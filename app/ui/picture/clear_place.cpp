// Finds the place at which a card covers the fewest handles, line cuts and outlines of shapes.
#include "app/ui/picture/clear_place.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/model/document/scene_edit.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float step = 8, most_samples = 512;  // along an outline; pixels between the places tried
constexpr std::size_t most_things = 500;       // with more shapes no place is clear, and the search would be slow

bool is_crowded(const Scene& s) {
  std::size_t things = s.sources.size() + s.probes.size();
  for (const Shape& shape : s.shapes) things += static_cast<std::size_t>(count_of(shape.copies));
  return things > most_things;
}

// The x ranges of all marks between two heights of the screen, including the space they need on both sides.
struct Obstacles {
  static constexpr int mark = 1000;  // weight of a mark, in points of outlines
  struct Span {
    float x0, x1;
    int weight;
  };
  float y0, y1;
  std::vector<Span> spans;

  void add(ImVec2 p, float room, int weight = 1) {
    if (p.y > y0 - room && p.y < y1 + room) spans.push_back({p.x - room, p.x + room, weight});
  }
  void add_line(ImVec2 a, ImVec2 b, float room) {
    const float length = std::hypot(b.x - a.x, b.y - a.y), n = std::clamp(std::ceil(length / step), 1.0f, most_samples);
    for (float k = 0; k <= n; ++k) add(a + (b - a) * (k / n), room);
  }
  int under(float x0, float x1) const {
    int sum = 0;
    for (const Span& s : spans) sum += s.x1 > x0 && s.x0 < x1 ? s.weight : 0;
    return sum;
  }
};

Obstacles obstacles(const Context& c, const Viewport& v, float y0, float y1) {
  Obstacles out{y0, y1, {}};
  const Scene& s = c.state.scene;
  const auto grips = [&](Selection::Kind kind, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
      for (const GripSpot& spot : grip_spots(s, {kind, static_cast<int>(i)}))
        out.add(v.screen(spot.node), c.px(13), Obstacles::mark);
  };
  const bool crowded = is_crowded(s);
  if (!crowded) grips(Selection::Kind::source, s.sources.size());
  if (!crowded) grips(Selection::Kind::probe, s.probes.size());
  for (std::size_t i = 0; !crowded && i < s.shapes.size(); ++i) {
    for (const std::vector<Vec2>& points : outlines_of(s, s.shapes[i])) {
      for (std::size_t k = 0; k + 1 < points.size(); ++k)
        out.add_line(v.screen(points[k]), v.screen(points[k + 1]), c.px(12));
      if (points.size() > 2) out.add_line(v.screen(points.back()), v.screen(points.front()), c.px(12));
    }
  }
  if (const LineCut& cut = c.state.view.cut; cut.on) {
    out.add_line(v.screen(cut.from), v.screen(cut.to), c.px(6));
    for (const Vec2& end : {cut.from, cut.to}) out.add(v.screen(end), c.px(20));
  }
  return out;
}

// Returns the place within the picture nearest to `box` that overlaps none of these areas.
Area clear_of(const Area& p, float gap, const std::vector<Area>& taken, const Area& box) {
  const ImVec2 size = box.max - box.min;
  const auto within = [&](ImVec2 at) {
    const ImVec2 in(std::clamp(at.x, p.min.x, std::max(p.min.x, p.max.x - size.x)),
                    std::clamp(at.y, p.min.y, std::max(p.min.y, p.max.y - size.y)));
    return Area{in, in + size};
  };
  const auto is_free = [&](const Area& area) {
    return std::ranges::none_of(taken, [&](const Area& card) { return card.width() > 0 && card.meets(area); });
  };
  const Area wanted = within(box.min);
  if (is_free(wanted)) return wanted;
  std::optional<Area> nearest;
  const auto distance = [&](const Area& area) {
    return std::hypot(area.min.x - wanted.min.x, area.min.y - wanted.min.y);
  };
  for (const Area& card : taken) {
    const float left = card.min.x - gap - size.x, right = card.max.x + gap, above = card.min.y - gap - size.y,
                below = card.max.y + gap;
    for (const ImVec2 at : {ImVec2(left, wanted.min.y), ImVec2(right, wanted.min.y), ImVec2(wanted.min.x, above),
                            ImVec2(wanted.min.x, below)})
      if (const Area area = within(at); is_free(area) && (!nearest || distance(area) < distance(*nearest)))
        nearest = area;
  }
  return nearest.value_or(wanted);
}

}  // namespace

Area domain_on_screen(const Context& c, const Viewport& v) {
  const Grid& grid = c.state.scene.grid;
  return {v.screen({-0.5, grid.ny - 0.5}), v.screen({grid.nx - 0.5, -0.5})};
}

float overlap(const Area& a, const Area& b) {
  const float x = std::min(a.max.x, b.max.x) - std::max(a.min.x, b.min.x),
              y = std::min(a.max.y, b.max.y) - std::max(a.min.y, b.min.y);
  return std::max(x, 0.0f) * std::max(y, 0.0f);
}

Area clear_of_cards(const Context& c, const Area& box) {
  return clear_of(c.memory.picture, c.px(4), c.memory.cards, box);
}
Area clear_of_labels(const Context& c, const Area& box) {
  std::vector<Area> taken = c.memory.cards;
  taken.insert(taken.end(), c.memory.labels.begin(), c.memory.labels.end());
  return clear_of(c.memory.picture, c.px(4), taken, box);
}

float clear_x(const Context& c, const Viewport& v, float width, float y0, float y1) {
  const Area& p = c.memory.picture;
  const float left = p.min.x + c.px(16), right = p.max.x - c.px(16) - width;
  const Obstacles taken = obstacles(c, v, y0, y1);
  float best = left;
  int fewest = taken.under(left, left + width);
  for (float x = left + step; x <= right && fewest > 0; x += step)
    if (const int n = taken.under(x, x + width); n < fewest) best = x, fewest = n;
  return std::floor(best);
}

int marks_under(const Context& c, const Viewport& v, const Area& card) {
  const Scene& s = c.state.scene;
  if (is_crowded(s)) return 0;
  const float room = c.px(10);
  const Area all{card.min - ImVec2(room, room), card.max + ImVec2(room, room)};
  int n = 0;
  const auto count = [&](Selection::Kind kind, std::size_t of) {
    for (std::size_t i = 0; i < of; ++i)
      for (const GripSpot& spot : grip_spots(s, {kind, static_cast<int>(i)}))
        n += all.contains(v.screen(spot.node)) ? 1 : 0;
  };
  count(Selection::Kind::source, s.sources.size());
  count(Selection::Kind::probe, s.probes.size());
  return n;
}

}  // namespace ez
