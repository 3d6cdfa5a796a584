#include "app/ui/picture/marks/line_cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "app/ui/picture/clear_place.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr float reach = 11, beside = 6;  // unscaled pixels: half the hit area of an end, and of the line between

}  // namespace

std::optional<CutPart> cut_part_at(const Context& c, const Viewport& v, ImVec2 mouse) {
  const LineCut& cut = c.state.view.cut;
  if (!cut.on) return std::nullopt;
  const ImVec2 a = v.screen(cut.from), b = v.screen(cut.to), d = b - a;
  const auto apart = [&](ImVec2 p) { return std::hypot(p.x - mouse.x, p.y - mouse.y); };
  if (std::min(apart(a), apart(b)) < c.px(reach)) return apart(a) < apart(b) ? CutPart::from : CutPart::to;
  const float l2 = d.x * d.x + d.y * d.y;
  const float t = l2 > 0 ? std::clamp(((mouse.x - a.x) * d.x + (mouse.y - a.y) * d.y) / l2, 0.0f, 1.0f) : 0;
  if (apart(a + d * t) < c.px(beside)) return CutPart::whole;
  return std::nullopt;
}

LineCut moved(const Scene& scene, const LineCut& base, CutPart part, Vec2 from, Vec2 to, bool straight) {
  const auto on_node = [&](Vec2 p) {
    const Vec2 in = clamp_to_grid(scene, p);
    return Vec2{std::round(in.x), std::round(in.y)};
  };
  LineCut out = base;
  if (part == CutPart::whole) {
    const Vec2 way = {std::round(to.x - from.x), std::round(to.y - from.y)};
    const auto as_far = [](double d, double a, double b, double last) {
      return std::clamp(d, -std::min(a, b), std::max(last - std::max(a, b), -std::min(a, b)));
    };
    const double x = as_far(way.x, base.from.x, base.to.x, scene.grid.nx - 1.0);
    const double y = as_far(way.y, base.from.y, base.to.y, scene.grid.ny - 1.0);
    out.from = on_node({base.from.x + x, base.from.y + y});
    out.to = on_node({base.to.x + x, base.to.y + y});
    return out;
  }
  Vec2& end = part == CutPart::from ? out.from : out.to;
  const Vec2 other = part == CutPart::from ? out.to : out.from;
  const Vec2 cell = cell_size(scene);
  end = on_node(to);
  if (straight && std::abs(end.x - other.x) * cell.x > std::abs(end.y - other.y) * cell.y)
    end.y = other.y;
  else if (straight)
    end.x = other.x;
  return out;
}

Text words_of(const Scene& scene, const CutMeasures& m) {
  const std::string waves =
      m.wavelengths > 0 ? fmt::format(" · {} {}", fixed(m.wavelengths, 2), wavelength_name(scene)) : "";
  return text_with("{} · {} cells{} · {}°", engineering(m.metres, "m", 2), fixed(m.cells, 1), waves,
                   fixed(m.degrees, 1));
}

void draw_line_cut(const Context& c, const Viewport& v, ImDrawList* list) {
  const LineCut& cut = c.state.view.cut;
  if (!cut.on) return;
  const Pen pen{c.look, list};
  const ImVec2 a = v.screen(cut.from), b = v.screen(cut.to);
  const ImU32 color = c.t().ink;
  pen.line(a, b, color, 1.5f);
  for (const ImVec2 p : {a, b}) pen.handle(p, 5, color);
  // The text is next to the middle of the line. If a card is there, it is nearer to an end. It is clear of the line and
  // within the picture.
  const std::string words = c.tr(words_of(c.state.scene, measures_of(c.state.scene, cut)));
  const ImVec2 size = c.look.measure(c.look.fonts.text, font_size::small, words) + c.look.px(12, 8);
  const Area& p = c.memory.picture;
  const float way = std::max(std::hypot(b.x - a.x, b.y - a.y), 1.0f);
  ImVec2 across = ImVec2(a.y - b.y, b.x - a.x) / way;
  if (across.y < 0) across = across * -1;
  const float off = std::abs(across.x) * size.x / 2 + std::abs(across.y) * size.y / 2 + c.px(8);
  const auto place = [&](float along, float side) {
    const ImVec2 at = a + (b - a) * along + across * (side * off);
    return ImVec2(std::clamp(at.x, p.min.x + size.x / 2, std::max(p.max.x - size.x / 2, p.min.x + size.x / 2)),
                  std::clamp(at.y, p.min.y + size.y / 2, std::max(p.max.y - size.y / 2, p.min.y + size.y / 2)));
  };
  const auto label = [&](ImVec2 at) { pen.pill(at, {0.5f, 0.5f}, words, c.t().text); };
  const auto cleared = [&](ImVec2 at) {
    const Area box = clear_of_labels(c, {at - size / 2, at + size / 2});
    return (box.min + box.max) / 2;
  };
  for (const float along : {0.5f, 0.3f, 0.7f, 0.1f, 0.9f})
    for (const float side : {1.0f, -1.0f})
      if (const ImVec2 at = place(along, side), to = cleared(at); std::abs(to.x - at.x) + std::abs(to.y - at.y) < 1)
        return label(at);
  label(cleared(place(0.5f, 1)));
}

}  // namespace ez
