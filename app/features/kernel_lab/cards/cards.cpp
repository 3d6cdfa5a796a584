// The kernel lab's layout: block shapes (on a CPU the processor) and roofline side by side, or as tabs in a narrow
// window, then the frame budget and the schemes. Items, in the window "Kernels":
//   ##tab/Block shapes or Processor, Roofline (narrow windows only)
// Each card's file lists its own items.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/features/kernel_lab/cards/cards.h"
#include "app/features/kernel_lab/memory.h"
#include "app/features/kernel_lab/state.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr float margin = 16, top = 12, gap = 12, wide = 1600, budget_height = 104;

}  // namespace

Area card(const Context& c, const Area& area, std::string_view title, std::string_view words, float x1) {
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.fill(area.min, area.max, c.t().panel, 6);
  pen.frame(area.min, area.max, c.t().border, 6);
  const float cy = area.min.y + c.px(card_head / 2 + 1), x = area.min.x + c.px(card_pad);
  const float end = x + pen.text({x, cy}, {0, 0.5f}, title, c.t().text, font_size::text, c.look.fonts.medium);
  if (x1 <= 0) x1 = area.max.x - c.px(card_pad);
  const float wanted = c.look.measure(c.look.fonts.text, font_size::small, words).x;
  pen.clipped({std::max(end + c.px(16), x1 - wanted), cy}, x1, words, c.t().text2, font_size::small);
  return {{area.min.x + c.px(card_pad), area.min.y + c.px(card_head)},
          {area.max.x - c.px(card_pad), area.max.y - c.px(card_pad)}};
}

void write_centred(const Context& c, const Area& area, std::initializer_list<Sentence> lines) {
  const float wrap = std::min(area.width() - c.px(32), c.px(720)), size = c.px(font_size::text), gap = c.px(6);
  ImFont* font = c.look.fonts.text;
  const auto measure = [&](std::string_view s) {
    return font->CalcTextSizeA(size, FLT_MAX, wrap, s.data(), s.data() + s.size());
  };
  float height = -gap;
  for (const Sentence line : lines)
    if (!line.text.empty()) height += measure(c.look.shown(line)).y + gap;
  float y = (area.min.y + area.max.y - height) / 2;
  ImU32 color = c.t().text;
  for (const Sentence line : lines) {
    if (line.text.empty()) continue;
    const std::string_view s = c.look.shown(line);
    const ImVec2 m = measure(s);
    const ImVec2 p(std::round((area.min.x + area.max.x - m.x) / 2), std::round(y));
    ImGui::GetWindowDrawList()->AddText(font, size, p, color, s.data(), s.data() + s.size(), wrap);
    y += m.y + gap;
    color = c.t().text2;
  }
}

std::string speed_words(double gcells) {
  return gcells == 0 ? "0" : fixed(gcells, gcells >= 99.95 ? 0 : gcells >= 9.995 ? 1 : 2);
}

std::string size_words(const RunSize& size) {
  return fmt::format("{} × {}, {}", size.nx, size.ny, size.precision == Precision::float32 ? "float" : "double");
}

Text own_speed(const State& s) {
  const SchemeSpeed* speed =
      speed_of(s, s.of<KernelState>().scheme.name, s.of<KernelState>().scheme.form, size_of(s.scene), s.block);
  const double gcells = speed ? speed->gcells : s.performance.gcells_kernel;
  if (gcells <= 0) return {};
  return text_with("{}: {} Gcell/s on this scene.", s.engine.backend, speed_words(gcells));
}

namespace {

bool on_cpu(const Context& c) { return c.state.of<KernelState>().passes.bands > 0; }

void shapes_card(const Context& c, const Area& area, std::string_view title) {
  on_cpu(c) ? processor_card(c, area, title) : blocks_card(c, area, title);
}

// Draws the tabs in place of the card's title.
void tabs(const Context& c, const Area& area) {
  const std::array<std::string, 2> names = {on_cpu(c) ? "Processor" : "Block shapes", "Roofline"};
  ImGui::SetCursorScreenPos(area.min + c.look.px(card_pad, 8));
  if (const auto hit = segmented(c.look, "##tab", names, c.memory.of<KernelMemory>().roofline ? 1 : 0, c.px(240)))
    c.memory.of<KernelMemory>().roofline = *hit == 1;
  tip(c.look,
      "Shows the speed of each block shape (on a CPU, of its threads) or how close the speed is to the memory limit");
}

}  // namespace

void draw_kernel_lab(const Context& c) {
  const Area& all = c.memory.picture;
  Pen{c.look, ImGui::GetWindowDrawList()}.fill(all.min, all.max, c.t().canvas);
  const bool roomy = all.width() >= c.px(wide);
  const float x0 = all.min.x + c.px(margin), x1 = std::max(x0 + 1, all.max.x - c.px(margin));
  float y = all.min.y + c.px(top);
  const float rest = all.max.y - c.px(top) - y - c.px(2 * gap + budget_height);
  const float upper = std::clamp(std::floor(rest * (roomy ? 0.56f : 0.6f)), c.px(200), c.px(620)),
              lower = std::max(c.px(120), rest - upper);
  const auto row = [&](float height) {
    const Area a{{x0, y}, {x1, y + height}};
    y += height + c.px(gap);
    return a;
  };
  const Area plots = row(upper);
  if (roomy) {
    const float split = x0 + std::floor((x1 - x0 - c.px(gap)) * 0.5f);
    shapes_card(c, {plots.min, {split, plots.max.y}}, on_cpu(c) ? "Processor" : "Block shape");
    roofline_card(c, {{split + c.px(gap), plots.min.y}, plots.max}, "Roofline");
  } else if (c.memory.of<KernelMemory>().roofline) {
    roofline_card(c, plots, "");
    tabs(c, plots);
  } else {
    shapes_card(c, plots, "");
    tabs(c, plots);
  }
  budget_card(c, row(c.px(budget_height)));
  schemes_card(c, row(lower));
}

}  // namespace ez
