// The kernel lab's card for a machine without a GPU, in place of the map of block shapes. It shows how the CPU engine
// processes the grid. Every number comes from the engine's last batch or from a measurement.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/features/kernel_lab/cards/cards.h"
#include "app/features/kernel_lab/state.h"
#include "app/platform/units.h"
#include "solver/base/cores.h"

namespace ez {
namespace {

struct Line {
  const char* label;
  std::string value, words;
};

Line speed_line(const Context& c) {
  const KernelState& k = c.state.of<KernelState>();
  const SchemeSpeed* s = speed_of(c.state, k.scheme.name, k.scheme.form, size_of(c.state.scene));
  if (!s) return {"Speed", "–", "not measured yet; start the run to measure it"};
  std::string words = s->slices > 0 ? c.say("median of {} slices", s->slices) : c.tr("measured during the run");
  if (k.roofs && k.roofs->copy > 0)
    words += c.say("; {} % of its memory roof", fixed(100 * s->gcells / roof_gcells(*s, k.roofs->copy), 0));
  return {"Speed", speed_words(s->gcells) + " Gcell/s", words};
}

std::vector<Line> lines_of(const Context& c) {
  const State& s = c.state;
  const Passes& p = s.of<KernelState>().passes;
  const Precision precision = s.scene.grid.precision;
  static const int cores = usable_cores();  // cached, because it reads files
  const double bytes = bytes_of(p, precision);
  const std::string idle = p.bands < s.engine.threads ? c.tr(": fewer threads are faster on such a small grid") : "";
  return {{"Processor", s.engine.device.substr(0, s.engine.device.find(',')), c.say("cores: {}", cores)},
          {"Threads", std::to_string(s.engine.threads), c.say("{} used on this grid{}", p.bands, idle)},
          {"Instructions", s.engine.instructions, precision == Precision::float32 ? "in float" : "in double"},
          {"Bands", std::to_string(p.bands),
           c.say("about {} rows each, one per thread; results stay the same", s.scene.grid.ny / std::max(1, p.bands))},
          {"Levels", std::to_string(p.levels),
           c.say("steps of a row while it is in the cache: {} per thread", brief(p.band_bytes, "B"))},
          {"Traffic", fmt::format("{} B", fixed(bytes, 1)),
           c.tr("per cell and step: three arrays are read and written once in these steps")},
          speed_line(c)};
}

constexpr float column_gap = 20;
constexpr const char* bands_title = "bands and their active rows";

// Left edges of the card's columns, in pixels. The texts set their widths. The picture of the bands takes the rest, up
// to a third. It is left out, with its edge at the card's right edge, if less than its title is left.
struct Columns {
  float values, words, bands;
};
Columns columns_of(const Context& c, const std::vector<Line>& lines, const Area& inside) {
  float labels = 0, values = 0, words = 0;
  for (const Line& line : lines) {
    labels = std::max(labels, c.look.measure(c.look.fonts.text, font_size::small, line.label).x);
    values = std::max(values, c.look.measure(c.look.fonts.text, font_size::text, as_name(line.value)).x);
    words = std::max(words, c.look.measure(c.look.fonts.text, font_size::small, line.words).x);
  }
  Columns out{};
  out.values = inside.min.x + labels + c.px(column_gap);
  out.words = out.values + std::min(values, inside.width() / 4) + c.px(column_gap);
  out.bands = std::max(out.words + words + c.px(column_gap), inside.max.x - inside.width() / 3);
  const float title = c.look.measure(c.look.fonts.text, font_size::small, bands_title).x;
  if (inside.max.x - out.bands < title) out.bands = inside.max.x;
  return out;
}

// Draws the bands of the grid, and in each the rows that are being computed, to scale.
void bands(const Context& c, const Pen& pen, const Area& area) {
  const Passes& p = c.state.of<KernelState>().passes;
  const Grid& grid = c.state.scene.grid;
  const float ratio = static_cast<float>(grid.nx) / static_cast<float>(grid.ny);
  const float h = std::min(area.height() - c.px(24), area.width() / ratio), w = h * ratio;
  const ImVec2 at(area.max.x - w, area.min.y + c.px(20));
  pen.text({at.x + w, area.min.y + c.px(6)}, {1, 0.5f}, bands_title, c.t().text2, font_size::small);
  const float band = h / static_cast<float>(p.bands);
  const float rows = band * std::min(1.0f, static_cast<float>((p.levels + 2) * p.bands) / static_cast<float>(grid.ny));
  for (int k = 0; k < p.bands; ++k) {
    const float y = at.y + band * static_cast<float>(k), middle = y + band / 2;
    pen.fill({at.x, y}, {at.x + w, y + band - (band > c.px(4) ? c.px(1) : 0)}, c.t().frame, 2);
    pen.fill({at.x, middle - rows / 2}, {at.x + w, middle + std::max(c.px(1), rows / 2)}, c.t().accent, 1);
  }
}

}  // namespace

void processor_card(const Context& c, const Area& area, std::string_view title) {
  const State& s = c.state;
  const Area inside =
      card(c, area, title,
           c.say("{}: CPU engine, {}.", scheme_words(s.of<KernelState>().scheme), size_words(size_of(s.scene))));
  const std::vector<Line> lines = lines_of(c);
  const bool why = !s.engine_reason.empty();
  const float rows = static_cast<float>(lines.size()) + (why ? 1 : 0);
  const float height = std::clamp(inside.height() / rows, c.px(20), c.px(36));
  const Columns at = columns_of(c, lines, inside);
  const float end = at.bands - (at.bands < inside.max.x ? c.px(column_gap) : 0);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  if (at.bands < inside.max.x) bands(c, pen, {{at.bands, inside.min.y}, inside.max});
  float y = inside.min.y + height / 2;
  for (const Line& line : lines) {
    pen.text({inside.min.x, y}, {0, 0.5f}, line.label, c.t().text2, font_size::small);
    pen.clipped({at.values, y}, at.words - c.px(12), line.value, c.t().text, font_size::text);
    pen.clipped({at.words, y}, end, line.words, c.t().text2, font_size::small);
    y += height;
  }
  if (why)
    pen.clipped({inside.min.x, y}, end, c.tr("No GPU: ") + std::string(c.tr(std::string_view(s.engine_reason))),
                c.t().text2, font_size::small);
}

}  // namespace ez
