// Marks the places that the theory of the scene's checks predicts for beams, shadows, images and fronts, as dashed
// lines and small crosses with text.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>

#include "app/model/hooks.h"
#include "app/model/update.h"
#include "app/ui/parts.h"
#include "solver/base/constants.h"

namespace ez {
namespace {

using Kind = TheoryMark::Kind;

struct Marker {
  const Context& c;
  const Viewport& v;
  Pen pen;
  std::vector<Area>& taken;
  bool says;  // draws the text; otherwise the lines

  ImVec2 screen(Vec2 metres) const {
    const Vec2 cell = cell_size(c.state.scene);
    return v.screen({metres.x / cell.x, metres.y / cell.y});
  }
  // Returns the visible area of the domain.
  Area room() const {
    const Grid& g = c.state.scene.grid;
    const ImVec2 a = v.screen({0, g.ny - 1.0}), b = v.screen({g.nx - 1.0, 0});
    const Area& p = c.memory.picture;
    return {{std::max(a.x, p.min.x), std::max(a.y, p.min.y)}, {std::min(b.x, p.max.x), std::min(b.y, p.max.y)}};
  }
  // Returns the part of the line from a along d that is within the domain, in units of d. Returns nothing if the line
  // misses it.
  std::optional<std::pair<float, float>> inside(ImVec2 a, ImVec2 d) const {
    float from = 0, to = 1e6f;
    const auto clip = [&](float at, float way, float low, float high) {
      if (way == 0) {
        if (at < low || at > high) to = -1;
        return;
      }
      const float p = (low - at) / way, q = (high - at) / way;
      from = std::max(from, std::min(p, q)), to = std::min(to, std::max(p, q));
    };
    const Area area = room();
    clip(a.x, d.x, area.min.x, area.max.x);
    clip(a.y, d.y, area.min.y, area.max.y);
    if (to <= from) return std::nullopt;
    return std::pair(from, to);
  }
  void dashes(ImVec2 a, ImVec2 b) const {
    if (says) return;
    const ImVec2 d = b - a;
    const float length = std::hypot(d.x, d.y), dash = c.px(9), period = c.px(15);
    for (float s = 0; s < length; s += period) {
      const ImVec2 from = a + d * (s / length), to = a + d * (std::min(s + dash, length) / length);
      pen.list->AddLine(from, to, c.t().halo, c.px(4));
      pen.list->AddLine(from, to, c.t().ink, c.px(1.5f));
    }
  }
  // Draws text centred at p. If it would overlap other text, moves it towards `home`, by at most the fraction `most` of
  // the distance.
  void words(ImVec2 p, ImVec2 home, const std::string& text, float most = 0.7f) const {
    if (text.empty() || !says) return;
    const ImVec2 half = (c.look.measure(c.look.fonts.text, font_size::small, text) + c.look.px(12, 8)) / 2;
    const Area& area = c.memory.picture;
    constexpr int tries = 8;
    for (int k = 0; k < tries; ++k) {
      const ImVec2 at = p + (home - p) * (most * static_cast<float>(k) / (tries - 1));
      const ImVec2 in(std::clamp(at.x, area.min.x + half.x, std::max(area.min.x + half.x, area.max.x - half.x)),
                      std::clamp(at.y, area.min.y + half.y, std::max(area.min.y + half.y, area.max.y - half.y)));
      const Area box{in - half, in + half};
      const auto meets = [&](const Area& t) { return t.meets(box); };
      if (std::ranges::any_of(taken, meets) || std::ranges::any_of(c.memory.cards, meets)) continue;
      taken.push_back(box);
      pen.pill(in, {0.5f, 0.5f}, text, c.t().text2);
      return;
    }
  }
  // A line from a point to the edge of the domain. Its direction is in degrees from +x in true lengths (y up).
  struct LinePart {
    ImVec2 from, to;
  };
  std::optional<LinePart> line_to_edge(Vec2 metres, double degrees) const {
    const double turn = degrees * pi / 180, length = cell_size(c.state.scene).x;
    const ImVec2 a = screen(metres),
                 d = screen({metres.x + length * std::cos(turn), metres.y + length * std::sin(turn)}) - a;
    const auto part = inside(a, d);
    return part ? std::optional(LinePart{a + d * part->first, a + d * part->second}) : std::nullopt;
  }
  void ray(Vec2 metres, double degrees, const std::string& text, float at = 0.92f) const {
    const std::optional<LinePart> w = line_to_edge(metres, degrees);
    if (!w) return;
    dashes(w->from, w->to);
    words(w->from + (w->to - w->from) * at, w->from, text);
  }
  // Draws a short line with its text close to it.
  void tick(Vec2 metres, double degrees, const std::string& text) const {
    const std::optional<LinePart> w = line_to_edge(metres, degrees);
    if (!w) return;
    dashes(w->from + (w->to - w->from) * 0.94f, w->to);
    words(w->from + (w->to - w->from) * 0.88f, w->from, text, 0.2f);
  }
  void cross(ImVec2 p, const std::string& text) const {
    if (!says)
      for (const ImU32 color : {c.t().halo, c.t().ink}) {
        const float r = c.px(8), width = color == c.t().halo ? c.px(5) : c.px(2);
        pen.list->AddLine(p - ImVec2(r, r), p + ImVec2(r, r), color, width);
        pen.list->AddLine(p - ImVec2(r, -r), p + ImVec2(r, -r), color, width);
      }
    words(p - ImVec2(0, c.px(22)), p, text);
  }
};

// Position and direction (degrees) of a moving source; nothing for a fixed one.
struct Going {
  Vec2 metres;
  double way = 0;
};
std::optional<Going> going(const State& s, int source) {
  if (source < 0 || static_cast<std::size_t>(source) >= s.scene.sources.size()) return std::nullopt;
  const Motion* motion = motion_of(s.scene.sources[static_cast<std::size_t>(source)]);
  if (!motion || !motion->moves()) return std::nullopt;
  const Vec2 cell = cell_size(s.scene), now = place_at(s.scene, *motion, s.time),
             next = place_at(s.scene, *motion, s.time + time_step(s.scene));
  const Vec2 d{(next.x - now.x) * cell.x, (next.y - now.y) * cell.y};
  if (d.x == 0 && d.y == 0) return std::nullopt;
  return Going{{now.x * cell.x, now.y * cell.y}, std::atan2(d.y, d.x) * 180 / pi};
}

// Returns true if the check has failed, so that the picture is known to differ from theory.
bool fails(const State& s, const std::string& check) {
  for (std::size_t k = 0; k < std::min(s.checks.size(), s.scene.checks.size()); ++k)
    if (s.scene.checks[k].name == check) return s.checks[k].verdict == CheckReading::Verdict::fails;
  return false;
}

}  // namespace

std::span<const PredictedMark> predicted(const Context& c) {
  InterfaceMemory& m = c.memory;
  if (has_errors(c.state.problems)) return {};
  if (!m.predicted_scene || !(*m.predicted_scene == c.state.scene)) {
    m.predicted_scene = c.state.scene;
    m.predicted = predicted_marks(c.state.scene);
  }
  return m.predicted;
}

namespace {

void draw_marks(const Marker& marker) {
  const State& s = marker.c.state;
  if (!s.view.theory || s.scene.checks.empty()) return;
  if (hides(s, Secret::theory)) return;  // they would reveal the answer
  for (const PredictedMark& mark : predicted(marker.c)) switch (mark.kind) {
      case Kind::ray:
        marker.ray(mark.at, mark.degrees, mark.label);
        break;
      case Kind::tick:
        if (!fails(s, mark.check)) marker.tick(mark.at, mark.degrees, mark.label);
        break;
      case Kind::place:
        marker.cross(marker.screen(mark.at), mark.label);
        break;
      case Kind::fronts:
        if (const std::optional<Going> g = going(s, mark.source))
          for (const double side : {1.0, -1.0})
            marker.ray(g->metres, g->way + side * (mark.degrees + 90), side > 0 ? mark.label : "", 0.5f);
        break;
    }
}

}  // namespace

void draw_theory_lines(const Context& c, const Viewport& v, ImDrawList* list) {
  std::vector<Area> none;
  draw_marks({c, v, {c.look, list}, none, false});
}

void draw_theory_words(const Context& c, const Viewport& v, std::vector<Area> taken, ImDrawList* list) {
  draw_marks({c, v, {c.look, list}, taken, true});
}

}  // namespace ez
