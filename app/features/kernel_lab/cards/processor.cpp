// The kernel lab's card for a machine without a GPU, in place of the map of block shapes. It shows how the CPU engine
// processes the grid. Every number comes from the engine's last batch or from a measurement.
#include <fmt/format.h>

#include <algorithm>
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

std::string of(const Context& c, int n, const char* one, const char* many) {
  return fmt::format("{} {}", n, c.tr(n == 1 ? one : many));
}

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
  return {{"Processor", s.engine.device.substr(0, s.engine.device.find(',')), of(c, cores, "core", "cores")},
          {"Threads", of(c, s.engine.threads, "thread", "threads"), c.say("{} used on this grid{}", p.bands, idle)},
          {"Instructions", s.engine.instructions, precision == Precision::float32 ? "in float" : "in double"},
          {"Bands", of(c, p.bands, "band", "bands"),
           c.say("about {} rows each, one per thread; results stay the same", s.scene.grid.ny / std::max(1, p.bands))},
          {"Levels", of(c, p.levels, "step", "steps"),
           c.say("computed on a row while it is in the cache: {} per thread", brief(p.band_bytes, "B"))},
          {"Traffic", fmt::format("{} B", fixed(bytes, 1)),
           c.say("per cell and step: three arrays are read and written once in {}", of(c, p.levels, "step", "steps"))},
          speed_line(c)};
}

// Draws the bands of the grid, and in each the rows that are being computed, to scale.
void bands(const Context& c, const Pen& pen, const Area& area) {
  const Passes& p = c.state.of<KernelState>().passes;
  const Grid& grid = c.state.scene.grid;
  const float ratio = static_cast<float>(grid.nx) / static_cast<float>(grid.ny);
  const float h = std::min(area.height() - c.px(24), area.width() / ratio), w = h * ratio;
  const ImVec2 at(area.max.x - w, area.min.y + c.px(20));
  pen.text({at.x + w, area.min.y + c.px(6)}, {1, 0.5f}, "bands and their active rows", c.t().text2, font_size::small);
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
  const bool drawn = inside.width() >= c.px(860);
  const float end = inside.max.x - (drawn ? std::floor(inside.width() * 0.28f) + c.px(20) : 0);
  const float values = inside.min.x + c.px(108), words = values + std::min(c.px(240), inside.width() * 0.2f);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  if (drawn) bands(c, pen, {{end + c.px(20), inside.min.y}, inside.max});
  float y = inside.min.y + height / 2;
  for (const Line& line : lines) {
    pen.text({inside.min.x, y}, {0, 0.5f}, line.label, c.t().text2, font_size::small);
    pen.clipped({values, y}, words - c.px(12), line.value, c.t().text, font_size::text);
    pen.clipped({words, y}, end, line.words, c.t().text2, font_size::small);
    y += height;
  }
  if (why) pen.clipped({inside.min.x, y}, end, c.tr("No GPU: ") + s.engine_reason, c.t().text2, font_size::small);
}

}  // namespace ez
