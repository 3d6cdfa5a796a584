// The legend card: the quantity, its colours and their range (with a lock that fixes the range), and a scale of lengths
// in metres and wavelengths.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "app/ui/probe_trace.h"
#include "render/colormap.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr float bar_width = 180, least_bar = 120;
constexpr float scale_from = 560;  // a narrower picture has no space for the scale that is clear of objects
constexpr float least_name = 56;   // left edge of the bar if the quantity's name is short

struct Tick {
  float at;  // 0 … 1 along the bar
  std::string text;
};

// Signed maps are symmetric about 0. Logarithmic maps have the smallest visible value there.
std::vector<Tick> ticks_of(const ViewState& v, double shown, double factor) {
  const bool both = is_signed(v.quantity);
  const std::string top = fixed(shown / factor, 2, 0, both);
  const std::string bottom = fixed(-shown / factor, 2, 0, true);
  if (v.range != RangeMode::logarithmic) {
    if (both) return {{0, bottom}, {0.5f, "0"}, {1, top}};
    if (const double k = curve_of(v.quantity); k > 0) {
      const double middle = -std::log1p(0.5 * std::expm1(-k)) / k;
      return {{0, "0"}, {0.5f, with_minus(fmt::format("{:.2g}", middle * shown / factor))}, {1, top}};
    }
    if (v.low > 0) {  // with enough digits to distinguish the ends
      const double end = shown;
      const int digits = std::clamp(static_cast<int>(std::ceil(1 - std::log10((end - v.low) / factor))), 2, 6);
      return {{0, fixed(v.low / factor, digits)}, {1, fixed(end / factor, digits)}};
    }
    return {{0, "0"}, {0.5f, fixed(shown / factor / 2, 2)}, {1, top}};
  }
  const std::string low = with_minus(fmt::format("{:.2g}", shown / factor * std::pow(10.0, -v.decades)));
  if (both) return {{0, bottom}, {0.5f, fmt::format("±{}", low)}, {1, top}};
  return {{0, low}, {1, top}};
}

}  // namespace

void draw_colormap(const Context& c, const Pen& pen, ImVec2 p, float w, float h, std::string_view map,
                   bool upper_half) {
  const ColormapTable table = colormap_table(seen_colormap(map, c.state.view.vision), c.state.dark);
  // Uses whole pixels, because a strip that covers half a pixel would be half transparent.
  p = {std::round(p.x), std::round(p.y)};
  w = std::round(w), h = std::round(h);
  const int n = static_cast<int>(w);
  for (int i = 0; i < n; ++i) {
    double t = n > 1 ? static_cast<double>(i) / (n - 1) : 0;
    if (upper_half) t = 0.5 + t / 2;
    const float x = p.x + static_cast<float>(i);
    pen.list->AddRectFilled({x, p.y}, {x + 1, p.y + h},
                            rgb(table[static_cast<std::size_t>(std::lround(t * (colormap_size - 1)))]));
  }
  pen.frame(p - ImVec2(1, 1), p + ImVec2(w + 1, h + 1), c.t().border_strong);
}

namespace {

void draw_bar(const Context& c, const Pen& pen, ImVec2 p, float w, float h) {
  const ViewState& v = c.state.view;
  const bool both = is_signed(v.quantity);
  const std::string& map = v.*colormap_of(v.quantity);
  draw_colormap(c, pen, p, w, h, map, !both && is_diverging(map));
}

// Returns the value at the upper end of the bar.
double end_of_bar(const ViewState& v) { return v.low > 0 ? v.low + (v.limit - v.low) / v.gain : v.limit / v.gain; }

// Returns the prefix of the numbers below the bar.
Prefix prefix_of_bar(const State& s) {
  const double shown = end_of_bar(s.view);
  if (in_cells(s.scene.physics) && plain_prefix(shown).factor == 1) return {};
  return prefix_for(shown, unit_of(s.view.quantity, s.scene.grid.polarization));
}

std::string unit_of_bar(const State& s) {
  return prefix_of_bar(s).symbol + std::string(unit_of(s.view.quantity, s.scene.grid.polarization));
}

// Returns the distance from the edge of the card to its bar.
float bar_from(const Context& c) {
  const std::string_view name = symbol_of(c.state.view.quantity, c.state.scene.grid.polarization);
  const float width = std::max(c.look.measure(c.look.fonts.medium, font_size::text, name).x,
                               c.look.measure(c.look.fonts.text, font_size::small, unit_of_bar(c.state)).x);
  return c.px(12) + std::max(c.px(least_name), std::ceil(width + c.px(10)));
}

// Returns the width of the bar, which is less in a narrow picture, in pixels.
float width_of_bar(const Context& c) {
  const float room = c.memory.picture.width() - bar_from(c) - c.px(28 + 2 * 16);
  return std::floor(std::clamp(room, c.px(least_bar), c.px(bar_width)));
}

// Residuals have their own fixed scale, in dB of the incident peak.
void draw_residual_bar(const Context& c, const Pen& pen, ImVec2 card) {
  const float x = card.x + c.px(12), bx = card.x + bar_from(c), bw = width_of_bar(c);
  const std::string_view name = symbol_of(Quantity::residual, c.state.scene.grid.polarization);
  pen.text({x, card.y + c.px(20)}, {0, 0.5f}, name, c.t().text, font_size::text, c.look.fonts.medium);
  pen.text({x, card.y + c.px(42)}, {0, 0.5f}, "dB", c.t().text2, font_size::small);
  draw_colormap(c, pen, {bx, card.y + c.px(14)}, bw, c.px(12), residual_colormap, false);
  const float y = card.y + c.px(42);
  pen.mono({bx, y}, {0, 0.5f}, fixed(-c.state.instruments.residual_floor, 0), c.t().text, font_size::number);
  const bool measured = has_residual(c.state);
  pen.text({bx + bw / 2, y}, {0.5f, 0.5f}, measured ? "of incident peak" : "no reference run yet",
           measured ? c.t().text2 : c.t().warn, 12);
  pen.mono({bx + bw, y}, {1, 0.5f}, "0", c.t().text, font_size::number);
}

// The bar of the length scale: a round length of 60 to 150 pixels.
struct ScaleBar {
  double metres;
  float pixels;
  std::string text;
};
ScaleBar scale_bar(const Context& c, const Viewport& v) {
  const double metres_per_unit = cell_size(c.state.scene).x / static_cast<double>(v.cell());
  const double length = nice_below(metres_per_unit * c.px(150));
  ScaleBar bar{length, static_cast<float>(length / metres_per_unit), brief(length, "m")};
  const double lambda = wavelength_in_cells(c.state.scene) * cell_size(c.state.scene).x;
  if (lambda > 0) bar.text += fmt::format(" · {:.3g} {}", length / lambda, wavelength_name(c.state.scene));
  return bar;
}

void draw_scale(const Context& c, const Pen& pen, ImVec2 p, float slot, const ScaleBar& bar, float line_y,
                float text_y) {
  const float x = std::floor(p.x + (slot - bar.pixels) / 2), x1 = std::floor(x + bar.pixels),
              y = std::floor(p.y + line_y);
  pen.fill({x, y - c.px(1)}, {x1, y + c.px(1)}, c.t().text);
  for (const float e : {x, x1 - c.px(2)}) pen.fill({e, y - c.px(5)}, {e + c.px(2), y + c.px(5)}, c.t().text);
  pen.mono({p.x + slot / 2, p.y + text_y}, {0.5f, 0.5f}, bar.text, c.t().text, font_size::number);
}

void draw_materials(const Context& c, const Pen& pen, ImVec2 p) {
  const Scene& s = c.state.scene;
  const std::size_t count = first_state + (in_cells(s.physics) ? s.states.size() : s.materials.size());
  for (std::size_t i = 0; i < count && i < 6; ++i) {
    const PaletteEntry entry = palette_entry(s, i);
    const std::size_t column = i % 3, line = i / 3;
    const ImVec2 q(p.x + c.px(104) * static_cast<float>(column), p.y + c.px(24) * static_cast<float>(line));
    pen.swatch(q, rgb(entry.color));
    pen.names().clipped({q.x + c.px(20), q.y + c.px(7)}, q.x + c.px(98), entry.name, c.t().text, font_size::small);
  }
}

}  // namespace

void range_lock(const Context& c, const Pen& pen, ImVec2 center) {
  ViewState v = c.state.view;
  if (v.range == RangeMode::logarithmic) {
    pen.text({center.x - c.px(9), center.y}, {0, 0.5f}, "log", c.t().text2, 12);
    return;
  }
  const bool locked = v.range == RangeMode::locked;
  ImU32 color = locked ? c.t().text2 : c.t().text3;
  if (c.memory.options.chrome && !c.state.presenting.on) {
    const ImVec2 back = ImGui::GetCursorScreenPos(), half = c.look.px(11, 11);
    ImGui::SetCursorScreenPos(center - half);
    if (ImGui::InvisibleButton("##lock", half * 2)) {
      v.range = locked ? RangeMode::automatic : RangeMode::locked;
      set_range(c, v);
    }
    if (ImGui::IsItemHovered()) {
      pen.fill(center - half, center + half, c.t().frame_hover, 4);
      color = c.t().text;
    }
    tip(c.look, locked ? "The range is locked. Click to let it follow the field"
                       : "The range follows the field. Click to lock it");
    ImGui::SetCursorScreenPos(back);
    ImGui::Dummy({0, 0});
  }
  pen.icon(center, locked ? icon::lock : icon::unlock, 11, color);
}

Area draw_legend(const Context& c, const Viewport& v, ImDrawList* list) {
  const Pen pen{c.look, list};
  const ViewState& view = c.state.view;
  const Polarization pol = c.state.scene.grid.polarization;
  const ScaleBar bar = scale_bar(c, v);
  const bool material = view.quantity == Quantity::material;
  const float left = material ? c.px(320) : bar_from(c) + width_of_bar(c) + c.px(28);
  const float slot = std::max(c.px(152), c.look.measure(c.look.fonts.mono, font_size::number, bar.text).x);
  const bool scaled = c.memory.picture.width() >= c.px(scale_from);
  const ImVec2 size(left + (scaled ? slot + c.px(20) : 0), c.px(60));
  const float y = c.memory.picture.max.y - c.px(16) - size.y;
  if (c.memory.gesture.kind == Gesture::Kind::none) c.memory.legend_x = clear_x(c, v, size.x, y, y + size.y);
  const ImVec2 a(c.memory.legend_x, y), b = a + size;
  pen.card(a, b);
  if (material) {
    draw_materials(c, pen, a + c.look.px(12, 11));
  } else if (view.quantity == Quantity::residual) {
    draw_residual_bar(c, pen, a);
  } else {
    const float x = a.x + c.px(12), bx = a.x + bar_from(c), bw = width_of_bar(c);
    pen.text({x, a.y + c.px(20)}, {0, 0.5f}, symbol_of(view.quantity, pol), c.t().text, font_size::text,
             c.look.fonts.medium);
    pen.text({x, a.y + c.px(42)}, {0, 0.5f}, unit_of_bar(c.state), c.t().text2, font_size::small);
    draw_bar(c, pen, {bx, a.y + c.px(14)}, bw, c.px(12));
    for (const Tick& t : ticks_of(view, end_of_bar(view), prefix_of_bar(c.state).factor))
      pen.mono({bx + bw * t.at, a.y + c.px(42)}, {t.at, 0.5f}, t.text, c.t().text, font_size::number);
    range_lock(c, pen, {bx + bw + c.px(15), a.y + c.px(20)});
  }
  if (scaled) draw_scale(c, pen, {a.x + left + c.px(8), a.y}, slot, bar, c.px(20), c.px(42));
  return {a, b};
}

}  // namespace ez
