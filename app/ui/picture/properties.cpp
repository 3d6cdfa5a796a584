// A card next to the clicked item that describes it in a few lines. It has no controls; those are in the panel, which
// scrolls to the item's rows at the same time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/model/document/handles.h"
#include "app/model/document/scene_edit.h"
#include "app/model/hooks.h"
#include "app/model/update.h"
#include "app/platform/units.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/picture/properties.h"
#include "app/ui/probe_trace.h"
#include "solver/base/text_with.h"
#include "solver/measure/reference_run.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

template <class Variant>
Text title_of(const Variant& v) {
  return std::visit([](const auto& g) { return Text::of(g.title); }, v);
}

Text place_words(const Scene& s, Vec2 at) {
  const LengthScale scale = length_scale(s);
  return text_with("{}, {} {}", fixed(scale.shown(at.x), scale.decimals), fixed(scale.shown(at.y), scale.decimals),
                   Text::of(scale.name));
}

Properties of_source(const Scene& s, int i) {
  const Source& source = s.sources[static_cast<std::size_t>(i)];
  Properties out{label_of_source(s, i), {}};
  out.rows.emplace_back("kind", title_of(source.geometry));
  out.rows.emplace_back("waveform", title_of(source.waveform));
  if (const std::vector<Vec2> places = places_of(source); !places.empty())
    out.rows.emplace_back("at", place_words(s, places.front()));
  if (const auto f = frequency(source.waveform); f && *f > 0) {
    out.rows.emplace_back("f", Text::as_is(engineering(*f, "Hz", 3)));
    const double wave = background_speed(s) / *f;
    out.rows.emplace_back(wavelength_name(s),
                          text_with("{} = {} cells", engineering(wave, "m", 2), fixed(wave / cell_size(s).x, 1)));
  }
  return out;
}

Properties of_probe(const State& state, int i) {
  const Scene& s = state.scene;
  Properties out{label_of_probe(s, i), {}};
  out.rows.emplace_back("at", place_words(s, s.probes[static_cast<std::size_t>(i)].at));
  if (static_cast<std::size_t>(i) >= state.probes.size()) return out;
  const TraceWindow window = trace_window(state);
  out.rows.emplace_back(std::string(symbol_of(quantity_of_probe(s, i), s.grid.polarization)),
                        Text::as_is(probe_value(state, window, i)));
  if (const std::string amplitude = probe_amplitude(state, window, i); !amplitude.empty())
    out.rows.emplace_back(amplitude_words(s), Text::as_is(amplitude));
  return out;
}

Properties of_shape(const Scene& s, int i) {
  const Shape& shape = s.shapes[static_cast<std::size_t>(i)];
  Properties out{kind_of_shape(shape), {}};
  // An image may name one for each grey.
  if (const std::string& of = shape.state.empty() ? shape.material : shape.state; !of.empty())
    out.rows.emplace_back("of", Text::as_is(of));
  const NodeBox box = box_of(s, shape);
  const Vec2 cell = cell_size(s);
  out.rows.emplace_back("size", text_with("{} × {}", engineering((box.max.x - box.min.x) * cell.x, "m", 2),
                                          engineering((box.max.y - box.min.y) * cell.y, "m", 2)));
  if (const std::int64_t n = count_of(shape.copies); n > 1)
    out.rows.emplace_back("copies", Text::as_is(fmt::format("{}", n)));
  const auto material = std::ranges::find(s.materials, shape.material, &Material::name);
  if (in_cells(s.physics) || material == s.materials.end()) return out;
  if (!material->graded() && !material->dispersive()) {
    out.rows.emplace_back("ε, μ", text_with("{:.4g}, {:.4g}", material->eps, material->mu));
    out.rows.emplace_back("n = √(εμ)", text_with("{:.4g}", std::sqrt(material->eps * material->mu)));
  }
  if (material->sigma > 0) out.rows.emplace_back("σ", Text::as_is(engineering(material->sigma, "S/m", 3)));
  return out;
}

// Returns a place next to the box, as high above the labels as possible. It covers no other card and no mark, or as few
// as possible. The right side of the box is preferred.
ImVec2 free_place(const Context& c, const Viewport& v, const Area& box, ImVec2 size, std::span<const Area> taken) {
  constexpr int card = 1000;  // weight of a card, in marks
  const Area& p = c.memory.picture;
  const float gap = c.px(24), edge = c.px(8), most_x = std::max(p.min.x + edge, p.max.x - size.x - edge),
              most_y = std::max(p.min.y + edge, p.max.y - size.y - edge);
  const float top = std::clamp(box.min.y - gap - size.y, p.min.y + edge, most_y),
              end = std::clamp(box.max.y + c.px(76), top, most_y);  // beneath a probe's trace
  ImVec2 best;
  int fewest = std::numeric_limits<int>::max();
  for (const float x : {box.max.x + gap, box.min.x - gap - size.x}) {
    const float within = std::clamp(x, p.min.x + edge, most_x);
    for (float y = top; y <= end && fewest > 0; y += c.px(16)) {
      const Area here{{within, y}, ImVec2(within, y) + size};
      const auto met = std::ranges::count_if(taken, [&](const Area& other) { return other.meets(here); });
      const int n = card * static_cast<int>(met) + marks_under(c, v, here);
      if (n < fewest) best = here.min, fewest = n;
    }
  }
  return best;
}

}  // namespace

std::optional<Properties> properties_of(const State& state, Selection what) {
  if (!exists(state.scene, what)) return std::nullopt;
  switch (what.kind) {
    case Selection::Kind::source:
      return of_source(state.scene, what.index);
    case Selection::Kind::probe:
      if (hides(state, Secret::probes)) return std::nullopt;
      return of_probe(state, what.index);
    case Selection::Kind::shape:
      return of_shape(state.scene, what.index);
    case Selection::Kind::none:
      break;
  }
  return std::nullopt;
}

namespace {

// Returns whether a source is selected that is switched off.
bool is_off(const State& s) {
  return s.selection.kind == Selection::Kind::source &&
         !s.scene.sources[static_cast<std::size_t>(s.selection.index)].on;
}

}  // namespace

Area draw_properties(const Context& c, const Viewport& v, std::span<const Area> taken, ImDrawList* list) {
  if (!c.state.view.handles || c.state.tool != Tool::select) return {};
  std::optional<Properties> p = properties_of(c.state, c.state.selection);
  const std::vector<GripSpot> spots = p ? grip_spots(c.state.scene, c.state.selection) : std::vector<GripSpot>();
  if (!p || spots.empty()) return {};
  if (c.state.selection.kind == Selection::Kind::shape) p->title = c.tr(p->title.c_str());  // others have names
  if (is_off(c.state)) p->title += c.tr(" (off)");
  std::vector<std::pair<std::string, std::string>> rows;
  for (const auto& [name, value] : p->rows) rows.emplace_back(name, c.tr(value));
  const Pen pen{c.look, list};
  const float line = c.px(20);
  float names = 0, values = 0;
  for (const auto& [name, value] : rows) {
    names = std::max(names, c.look.measure(c.look.fonts.text, font_size::small, name).x);
    values = std::max(values, c.look.measure(c.look.fonts.mono, font_size::number, as_name(value)).x);
  }
  const float title = c.look.measure(c.look.fonts.medium, font_size::text, as_name(p->title)).x;
  // Rounded, so that one more digit does not move it.
  const float width = std::ceil((std::max(title, names + c.px(12) + values) + c.px(24)) / c.px(24)) * c.px(24);
  const ImVec2 size(width, c.px(12) + c.px(22) + line * static_cast<float>(rows.size()));
  // Keeps clear of all its handles.
  Area box{v.screen(spots.front().node), v.screen(spots.front().node)};
  for (const GripSpot& spot : spots) {
    const ImVec2 at = v.screen(spot.node);
    box = {{std::min(box.min.x, at.x), std::min(box.min.y, at.y)},
           {std::max(box.max.x, at.x), std::max(box.max.y, at.y)}};
  }
  const ImVec2 a = free_place(c, v, box, size, taken);
  pen.card(a, a + size);
  float y = a.y + c.px(16);
  pen.names().text({a.x + c.px(12), y}, {0, 0.5f}, p->title, c.t().text, font_size::text, c.look.fonts.medium);
  y += c.px(1);
  for (const auto& [name, value] : rows) {
    y += line;
    pen.text({a.x + c.px(12), y}, {0, 0.5f}, name, c.t().text2, font_size::small);
    pen.names().mono({a.x + width - c.px(12), y}, {1, 0.5f}, value, c.t().text, font_size::number);
  }
  return {a, a + size};
}

}  // namespace ez
