// The kernel lab's frame budget: the share of the display's period that each part of a frame takes, now and in the last
// 10 s. Items, in the window "Kernels":
//   Budget/##solve ##view ##draw ##interface ##spare  Budget/##history (plot)
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/features/kernel_lab/cards/cards.h"
#include "app/platform/units.h"

namespace ez {
namespace {

struct Part {
  const char *id, *name, *words;
  double ms;
  ImU32 color;
};

std::array<Part, 5> parts_of(const Context& c) {
  const Performance& f = c.state.performance;
  const double spare = std::max(0.0, 1e3 / f.display_hz - f.solve_ms - f.view_ms - f.draw_ms - f.ui_ms);
  return {{{"##solve", "Solve", "Time of the solver's kernels", f.solve_ms, c.t().accent},
           {"##view", "View", "Time to sample the field for the picture. This lab shows no picture", f.view_ms,
            c.t().data[2]},
           {"##draw", "Draw", "OpenGL", f.draw_ms, c.t().data[4]},
           {"##interface", "Interface", "Time of panels, plots and tables", f.ui_ms, c.t().data[1]},
           {"##spare", "Idle", "Time spent waiting for the display", spare, c.t().frame_active}}};
}

void bar(const Context& c, const Pen& pen, const std::array<Part, 5>& parts, const Area& area) {
  double whole = 0;
  for (const Part& p : parts) whole += p.ms;
  float x = area.min.x;
  for (const Part& p : parts) {
    const float w = whole > 0 ? area.width() * static_cast<float>(p.ms / whole) : 0;
    if (w >= c.px(1)) pen.fill({x, area.min.y}, {std::max(x + c.px(1), x + w - c.px(2)), area.max.y}, p.color, 3);
    x += w;
  }
}

void figures(const Context& c, const Pen& pen, const std::array<Part, 5>& parts, ImVec2 p, float width) {
  const float each = std::min(c.px(176), width / static_cast<float>(parts.size()));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const float x = p.x + each * static_cast<float>(i), y = p.y + c.px(10);
    pen.fill({x, y - c.px(4)}, {x + c.px(8), y + c.px(4)}, parts[i].color, 2);
    const float w = pen.text({x + c.px(14), y}, {0, 0.5f}, parts[i].name, c.t().text2, font_size::small);
    const float n = pen.mono({x + w + c.px(20), y}, {0, 0.5f}, fixed(parts[i].ms, 2, 5), c.t().text, font_size::number);
    if (each >= c.px(140)) pen.text({x + w + n + c.px(25), y}, {0, 0.5f}, "ms", c.t().text2, font_size::small);
    ImGui::SetCursorScreenPos({x, p.y});
    ImGui::InvisibleButton(parts[i].id, {std::max(1.0f, each - c.px(8)), c.px(20)}, ImGuiButtonFlags_EnableNav);
    tip(c.look, parts[i].words);
  }
}

// Plots the parts against time, stacked.
void history(const Context& c, const std::array<Part, 5>& parts, const Area& area) {
  const auto& samples = c.state.performance.history;
  if (samples.size() < 2) return;
  ImGui::SetCursorScreenPos(area.min);
  if (!ImPlot::BeginPlot("##history", {area.width(), area.height()},
                         ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs))
    return;
  const double period = 1e3 / c.state.performance.display_hz;
  std::vector<double> t, below(samples.size(), 0), above;
  std::array<std::vector<double>, 4> ms;
  double most = period;
  for (const Performance::Sample& s : samples) {
    t.push_back(s.time - samples.back().time);
    const std::array<double, 4> now = {s.solve_ms, s.view_ms, s.draw_ms, s.ui_ms};
    for (std::size_t i = 0; i < now.size(); ++i) ms[i].push_back(now[i]);
    most = std::max(most, now[0] + now[1] + now[2] + now[3]);
  }
  ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoDecorations, ImPlotAxisFlags_NoDecorations);
  ImPlot::SetupAxesLimits(-10, 0, 0, most * 1.08, ImPlotCond_Always);
  ImPlot::SetupFinish();
  for (std::size_t i = 0; i < ms.size(); ++i) {
    above = below;
    for (std::size_t n = 0; n < above.size(); ++n) above[n] += ms[i][n];
    ImPlotSpec spec;
    spec.FillColor = ImGui::ColorConvertU32ToFloat4(parts[i].color);
    spec.LineColor = spec.FillColor;
    spec.LineWeight = 0;
    ImPlot::PlotShaded(fmt::format("##{}", i).c_str(), t.data(), below.data(), above.data(), static_cast<int>(t.size()),
                       spec);
    below = above;
  }
  const Pen pen{c.look, ImPlot::GetPlotDrawList()};
  const ImVec2 p = ImPlot::GetPlotPos(), s = ImPlot::GetPlotSize();
  pen.hline(p.x, p.x + s.x, ImPlot::PlotToPixels(0, period).y, fade(c.t().text2, 0.8f));
  pen.pill({p.x + s.x, p.y + s.y}, {1, 1}, "last 10 s", c.t().text2, c.look.fonts.text);
  ImPlot::EndPlot();
}

}  // namespace

void budget_card(const Context& c, const Area& area) {
  const Performance& f = c.state.performance;
  const std::array<Part, 5> parts = parts_of(c);
  const float split = area.min.x + std::floor(area.width() * 0.66f);
  // The mean of the last second. A frame count would be misleading: a slow field on a fast display makes a step every
  // few frames.
  const double mean = f.fps > 0 ? f.steps_per_second / f.fps : f.steps_per_frame;
  const std::string steps = c.state.running ? c.say("Steps per frame: {}{}.", fixed(mean, mean < 9.95 ? 1 : 0),
                                                    c.tr(c.state.speed.automatic ? ", automatic" : ""))
                                            : std::string(c.tr("Paused."));
  const Area inside =
      card(c, area, "Frame budget",
           c.say("{} ms at {} Hz. {}", fixed(1e3 / f.display_hz, 2), fixed(f.display_hz, 0), steps), split);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  ImGui::PushID("Budget");
  bar(c, pen, parts, {inside.min, {split, inside.min.y + c.px(18)}});
  figures(c, pen, parts, {inside.min.x, inside.min.y + c.px(28)}, split - inside.min.x);
  history(c, parts, {{split + c.px(20), area.min.y + c.px(10)}, {inside.max.x, area.max.y - c.px(8)}});
  ImGui::PopID();
}

}  // namespace ez
