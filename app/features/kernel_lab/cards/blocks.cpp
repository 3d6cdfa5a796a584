// The kernel lab's map of block shapes. Items, in the window "Kernels":
//   Blocks/1x1 … 1024x1024 (squares; a click selects the shape)  Blocks/##measure or ##cancel  Blocks/##csv ##png
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/kernel_lab/cards/cards.h"
#include "app/features/kernel_lab/commands.h"
#include "app/features/kernel_lab/memory.h"
#include "app/features/kernel_lab/state.h"
#include "app/platform/units.h"
#include "render/colormap.h"

namespace ez {
namespace {

constexpr float bar_width = 104;  // width of colour bar and legend, unscaled

// Returns the relative luminance of 0xRRGGBB, as WCAG defines it.
double luminance(std::uint32_t rgb) {
  const auto linear = [](std::uint32_t byte) {
    const double v = (byte & 255) / 255.0;
    return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
}
ImU32 ink_on(std::uint32_t rgb) { return luminance(rgb) > 0.18 ? ez::rgb(0x06201B) : ez::rgb(0xE9ECF0); }

// Draws the buttons of the head. Returns x where they begin.
float buttons(const Context& c, const Area& area) {
  const KernelState& k = c.state.of<KernelState>();
  const bool measured = best_square(k.map) != nullptr, busy = k.sweep && !k.sweep->schemes;
  const float measure_width = c.px(104), icon = c.px(28);
  float x = area.max.x - c.px(card_pad) - 2 * icon - c.px(4);
  const float y = area.min.y + c.px(8);
  ImGui::BeginDisabled(!measured || busy);
  ImGui::SetCursorScreenPos({x, y - c.px(2)});
  if (icon_button(c.look, "##csv", icon::table, ButtonState::plain, 28, 13))
    c.send(command::ExportSweep{command::ExportSweep::As::csv});
  tip(c.look, "Saves the map as a table (.csv)");
  ImGui::SetCursorScreenPos({x + icon + c.px(4), y - c.px(2)});
  if (icon_button(c.look, "##png", icon::camera, ButtonState::plain, 28, 13))
    c.send(command::ExportSweep{command::ExportSweep::As::png});
  tip(c.look, "Saves the map as a picture (.png)");
  ImGui::EndDisabled();
  x -= measure_width + c.px(8);
  ImGui::SetCursorScreenPos({x, y});
  if (k.sweep) {
    if (button(c.look, "##cancel", "Cancel", icon::close, false, measure_width)) c.send(command::CancelSweep{});
    tip(c.look, "Stops measuring and keeps the results. The previous kernels run again");
  } else {
    ImGui::BeginDisabled(!k.map.why.empty() || !k.no_sweep.empty() || c.state.frozen);
    if (button(c.look, "##measure", "Measure", icon::run, true, measure_width))
      c.send(command::StartSweep{Sweep::Kind::blocks});
    ImGui::EndDisabled();
    tip(c.look,
        k.no_sweep.empty()
            ? c.tr("Measures each block shape in slices of 4 ms on the current scene, while the field continues")
            : c.tr(k.no_sweep));
  }
  return x;
}

std::string tip_of(const Context& c, const BlockSquare& s, double best) {
  std::string text = c.say("{} × {} = {} threads", s.block.x, s.block.y, s.block.x * s.block.y);
  if (!s.why.empty()) return text + "\n" + s.why;
  if (s.gcells <= 0) return text + c.tr("\nNot measured yet. Click to use it.");
  const KernelState& k = c.state.of<KernelState>();
  text += c.say("\n{} Gcell/s, median of {}; {} % of the best", fixed(s.gcells, 2), s.slices,
                fixed(100 * s.gcells / best, 0));
  if (k.roofs && k.roofs->copy > 0) {
    const double roof = roof_gcells({k.map.scheme, s.block, k.map.size}, k.roofs->copy);
    text += c.say("\n{} % of the DRAM roof", fixed(100 * s.gcells / roof, 0));
  }
  return text;
}

struct Grid2 {
  ImVec2 min;
  ImVec2 cell;
  Area at(int i, int j, float inset) const {
    const auto x = [&](int k) { return std::round(min.x + cell.x * static_cast<float>(k)); };
    const auto y = [&](int k) { return std::round(min.y + cell.y * static_cast<float>(k)); };
    return {{x(i) + inset, y(j) + inset}, {x(i + 1) - inset, y(j + 1) - inset}};
  }
};

void square(const Context& c, const Pen& pen, const BlockSquare& s, const Area& a, const BlockSquare* fastest) {
  const KernelState& k = c.state.of<KernelState>();
  const double best = fastest ? fastest->gcells : 0;
  ImGui::SetCursorScreenPos(a.min);
  const ImVec2 size(std::max(1.0f, a.width()), std::max(1.0f, a.height()));
  const bool hit =
      ImGui::InvisibleButton(fmt::format("{}x{}", s.block.x, s.block.y).c_str(), size, ImGuiButtonFlags_EnableNav);
  const bool hovered = ImGui::IsItemHovered(), legal = s.why.empty();
  tip(c.look, tip_of(c, s, best));
  if (hit && legal) c.send(command::AdoptBlock{s.block});
  const ImVec2 middle = (a.min + a.max) / 2;
  const float text = std::clamp(a.height() / c.look.scale - 4, 9.0f, 16.0f);
  ImU32 ink = c.t().text2;
  if (!legal) {
    const std::string threads = std::to_string(s.block.x * s.block.y);
    pen.fill(a.min, a.max, fade(c.t().frame, 0.55f), 4);
    if (c.look.measure(c.look.fonts.text, 12, threads).x < a.width() - c.px(4) && a.height() >= c.px(14))
      pen.text(middle, {0.5f, 0.5f}, threads, c.t().text3, std::min(text, 12.0f));
  } else if (s.gcells > 0) {
    const std::uint32_t color = heat_color(s.gcells / best);
    ink = ink_on(color);
    pen.fill(a.min, a.max, rgb(color), 4);
    pen.mono(middle, {0.5f, 0.5f}, speed_words(s.gcells), ink, text);
  } else {
    pen.fill(a.min, a.max, c.t().frame_active, 4);
  }
  const bool runs = s.block == c.state.block;
  if (runs)
    pen.frame(a.min - c.look.px(1, 1), a.max + c.look.px(1, 1), c.t().text, 5, 2.5f);
  else if (hovered)
    pen.frame(a.min, a.max, legal ? c.t().text2 : c.t().border_strong, 4, 2);
  const float mark = std::min(11.0f, text);
  const SchemeFacts* facts = find_scheme(k.map.scheme.name);
  if (facts && s.block == facts->block && legal)
    pen.icon({a.min.x + c.px(8), a.min.y + c.px(8)}, icon::paper, mark - 2, ink);
  if (&s == fastest) pen.icon({a.max.x - c.px(9), a.min.y + c.px(8)}, icon::best, mark, ink);
}

void colour_bar(const Context& c, const Pen& pen, const Area& area, double best) {
  const float x = area.min.x + c.px(14), legend = c.px(92), h = std::max(c.px(24), area.height() - legend);
  const int lines = static_cast<int>(h);
  for (int i = 0; i < lines; ++i) {
    const float y = area.min.y + static_cast<float>(i);
    pen.fill({x, y}, {x + c.px(12), y + 1}, rgb(heat_color(1 - static_cast<double>(i) / lines)));
  }
  const int steps = h >= c.px(100) ? 4 : h >= c.px(50) ? 2 : 1;
  for (int i = 0; i <= steps; ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(steps);
    pen.mono({x + c.px(20), area.min.y + h * part}, {0, 0.5f}, best > 0 ? speed_words(best * (1 - part)) : "–",
             c.t().text2, font_size::small);
  }
  float y = area.min.y + h + c.px(20);
  const auto line = [&](const char* words, auto draw) {
    draw(ImVec2(x + c.px(6), y));
    pen.text({x + c.px(20), y}, {0, 0.5f}, words, c.t().text2, font_size::small);
    y += c.px(18);
  };
  line("best", [&](ImVec2 p) { pen.icon(p, icon::best, 11, c.t().text); });
  line("paper", [&](ImVec2 p) { pen.icon(p, icon::paper, 11, c.t().text); });
  line("running", [&](ImVec2 p) { pen.frame(p - c.look.px(6, 6), p + c.look.px(6, 6), c.t().text, 3, 2); });
  line("illegal", [&](ImVec2 p) {
    pen.fill(p - c.look.px(6, 6), p + c.look.px(6, 6), fade(c.t().frame, 0.55f), 3),
        pen.frame(p - c.look.px(6, 6), p + c.look.px(6, 6), c.t().border, 3);
  });
}

void squares(const Context& c, const Pen& pen, const Area& inside) {
  const BlockSquare* best = best_square(c.state.of<KernelState>().map);
  const float left = c.px(52), bottom = c.px(22);
  const Area plot{{inside.min.x + left, inside.min.y}, {inside.max.x - c.px(bar_width), inside.max.y - bottom}};
  const float n = shapes_a_side;
  const Grid2 grid{plot.min, {plot.width() / n, plot.height() / n}};
  const float small = std::clamp(grid.cell.y / c.look.scale - 3, 9.0f, 14.0f);
  for (int k = 0; k < shapes_a_side; ++k) {
    const Area row = grid.at(0, k, 0), column = grid.at(k, 0, 0);
    pen.mono({plot.min.x - c.px(8), (row.min.y + row.max.y) / 2}, {1, 0.5f},
             fmt::format("{}{}", k ? "" : "by = ", 1 << k), c.t().text2, small);
    pen.mono({(column.min.x + column.max.x) / 2, plot.max.y + bottom / 2}, {0.5f, 0.5f},
             fmt::format("{}{}", k ? "" : "bx = ", 1 << k), c.t().text2, std::min(small + 2, 14.0f));
  }
  const std::vector<BlockSquare>& all = c.state.of<KernelState>().map.squares;
  const auto index = [](const BlockSquare& s) {
    const auto log2 = [](int v) { return std::max(0, static_cast<int>(std::lround(std::log2(v)))); };
    return std::pair(log2(s.block.x), log2(s.block.y));
  };
  for (const BlockSquare& s : all) {
    const auto [i, j] = index(s);
    square(c, pen, s, grid.at(i, j, c.px(1.5f)), best);
  }
  colour_bar(c, pen, {{plot.max.x, plot.min.y + c.px(8)}, inside.max}, best ? best->gcells : 0);
}

void progress(const Context& c, const Pen& pen, const Area& area) {
  const std::optional<SweepProgress>& sweep = c.state.of<KernelState>().sweep;
  if (!sweep) return;
  const ImVec2 p(area.min.x, area.min.y - c.px(6)), q(area.max.x, p.y + c.px(3));
  pen.fill(p, q, c.t().frame, 1);
  pen.fill(p, {p.x + (q.x - p.x) * static_cast<float>(sweep->fraction), q.y}, c.t().accent, 1);
}

}  // namespace

void blocks_card(const Context& c, const Area& area, std::string_view title) {
  const KernelState& k = c.state.of<KernelState>();
  c.memory.of<KernelMemory>().map = area;
  ImGui::PushID("Blocks");
  const float x1 = area.max.x - c.px(card_pad + 2 * 28 + 4 + 104 + 8 + 12);
  std::string words = k.map.why.empty() ? c.say("Gcell/s of {}, {}. Click a square to use that shape.",
                                                scheme_words(k.map.scheme), size_words(k.map.size))
                                        : std::string();
  if (k.map.paper && k.map.paper->gcells > 0)
    words += c.say(" Shape {} × {} of the paper: {}.", k.map.paper->block.x, k.map.paper->block.y,
                   speed_words(k.map.paper->gcells));
  const Area inside = card(c, area, title, words, x1);
  buttons(c, area);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  if (!k.map.why.empty()) {
    const std::string roofs = k.roofs ? k.roofs->why : std::string();
    write_centred(c, inside, {c.say("No block shapes: {}.", k.map.why), roofs, c.tr(own_speed(c.state))});
  } else {
    squares(c, pen, inside);
    progress(c, pen, inside);
  }
  ImGui::PopID();
}

}  // namespace ez
