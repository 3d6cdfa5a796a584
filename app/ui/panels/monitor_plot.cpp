#include "app/ui/panels/monitor_plot.h"

#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/ui/kit/units.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr double smallest_shown = 1e-6;  // of the largest, on a logarithmic axis

struct Extent {
  double x0 = std::numeric_limits<double>::infinity(), x1 = -x0, low = 0, high = 0;
  double most() const { return std::max(high, -low); }
};
Extent extent_of(const std::vector<Curve>& curves) {
  Extent e;
  for (const Curve& curve : curves) {
    for (const double x : curve.x) e.x0 = std::min(e.x0, x), e.x1 = std::max(e.x1, x);
    for (const double y : curve.y)
      if (std::isfinite(y)) e.low = std::min(e.low, y), e.high = std::max(e.high, y);
  }
  return e;
}

// |y| of all, not below what is shown; and the least of it.
double make_positive(std::vector<Curve>& curves, double most) {
  double least = most;
  for (Curve& curve : curves)
    for (double& y : curve.y) {
      y = std::max(std::abs(y), smallest_shown * most);
      if (std::isfinite(y)) least = std::min(least, y);
    }
  return least;
}

void draw_lines(const Context& c, const std::vector<Curve>& curves) {
  for (std::size_t k = 0; k < curves.size(); ++k) {
    ImPlotSpec spec;
    spec.LineColor = ImGui::ColorConvertU32ToFloat4(curves[k].color);
    spec.LineWeight = c.px(1.5f);
    ImPlot::PlotLine(fmt::format("##{}", k).c_str(), curves[k].x.data(), curves[k].y.data(),
                     static_cast<int>(curves[k].x.size()), spec);
  }
}

void draw_rings(const Context& c, const Pen& pen, const std::vector<TheoryPoint>& rings) {
  for (const TheoryPoint& p : rings) {
    const ImVec2 at = ImPlot::PlotToPixels(p.x, p.y);
    pen.list->AddCircle(at, c.px(4.5f), c.t().text, 0, c.px(1.5f));
  }
}

}  // namespace

std::vector<TheoryPoint> theory_on(std::span<const CheckReading> checks, const Curve& curve) {
  constexpr double same = 1e-9;
  std::vector<TheoryPoint> out;
  for (const CheckReading& r : checks) {
    const bool read = r.verdict == CheckReading::Verdict::holds || r.verdict == CheckReading::Verdict::fails;
    if (!read || r.measured == 0 || !std::isfinite(r.measured) || !std::isfinite(r.theory)) continue;
    for (std::size_t k = 0; k < curve.y.size(); ++k)
      if (std::abs(std::abs(curve.y[k]) - std::abs(r.measured)) < same * std::abs(r.measured))
        out.push_back({curve.x[k], std::copysign(r.theory, curve.y[k])});
  }
  return out;
}

void plot_curves(const Context& c, const char* id, const std::vector<Curve>& measured, std::string_view unit_x,
                 std::string_view unit_y, const std::string& title, bool logarithmic) {
  std::vector<Curve> curves = measured;
  const Extent e = extent_of(curves);
  if (!(e.x0 < e.x1)) return;
  std::vector<TheoryPoint> rings;
  for (const Curve& curve : curves)
    for (TheoryPoint p : theory_on(c.state.checks, curve)) {
      if (logarithmic) p.y = std::max(std::abs(p.y), smallest_shown * e.most());
      rings.push_back(p);
    }
  const double most = e.most(), air = most > 0 ? 0.25 * (e.high - e.low) : 1;
  logarithmic = logarithmic && most > 0;
  const double least = logarithmic ? make_positive(curves, most) : 0;
  if (!ImPlot::BeginPlot(id, {ImGui::GetContentRegionAvail().x, c.px(112)},
                         ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs))
    return;
  ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoDecorations, ImPlotAxisFlags_NoDecorations);
  if (logarithmic) ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
  const double room = std::pow(std::max(most / std::max(least, 1e-300), 2.0), 0.25);
  ImPlot::SetupAxesLimits(e.x0, e.x1, logarithmic ? least / room : e.low - air,
                          logarithmic ? most * room : e.high + air, ImPlotCond_Always);
  const ImVec2 p = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const Pen pen{c.look, ImPlot::GetPlotDrawList()};
  if (!logarithmic) pen.hline(p.x, p.x + size.x, ImPlot::PlotToPixels(e.x0, 0.0).y, fade(c.t().border_strong, 0.55f));
  draw_lines(c, curves);
  draw_rings(c, pen, rings);
  const auto corner = [&](ImVec2 at, ImVec2 align, const std::string& text, ImU32 color) {
    pen.text(at, align, text, color, font_size::small);
  };
  const double edge = logarithmic || e.high >= -e.low ? most : e.low;
  std::string words = most > 0 && !unit_y.empty() ? fmt::format("{} {}", title, engineering(edge, unit_y, 2)) : title;
  corner(p, {0, 0}, words, c.t().text2);
  const std::string lowest = logarithmic ? c.say("; lowest {:.1e} of the largest", least / most) : "";
  corner({p.x, p.y + size.y}, {0, 1}, engineering(e.x0, unit_x, 2) + lowest, c.t().text2);
  corner(p + size, {1, 1}, engineering(e.x1, unit_x, 2), c.t().text2);
  float y = p.y;
  const auto legend = [&](const std::string& text, ImU32 color) {
    corner({p.x + size.x, y}, {1, 0}, text, color);
    y += c.px(15);
  };
  if (curves.size() > 1)
    for (const Curve& curve : curves) legend(curve.name, curve.color);
  if (!rings.empty()) legend(c.tr("rings: theory"), c.t().text);
  ImPlot::EndPlot();
}

}  // namespace ez
