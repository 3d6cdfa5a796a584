#include "app/ui/panels/monitors/monitor_plot.h"

#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "solver/scene/formula.h"

namespace ez {
namespace {

constexpr double smallest_shown = 1e-6;  // fraction of the largest value, on a logarithmic axis
constexpr std::size_t most_summed = 6;   // number of monitors up to which sums of two are offered
constexpr double least_divisor = 1e-3;   // fraction of the largest value; ratios with a smaller divisor are left out

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

// Replaces values by |y|, limited to the visible range. Returns the smallest.
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
  for (const TheoryPoint& p : rings)
    pen.list->AddCircle(ImPlot::PlotToPixels(p.frequency, p.theory), c.px(4.5f), c.t().text, 0, c.px(1.5f));
}

// Reads monitors for display, and notes their frequencies.
class ShownMonitors final : public Instruments {
 public:
  explicit ShownMonitors(std::span<const MonitorReading> monitors) : monitors_(monitors) {}
  double read(Reading reading, const std::string& name, std::span<const double> numbers) const override {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    const auto m = std::ranges::find(monitors_, name, &MonitorReading::name);
    if (m == monitors_.end() || numbers.size() != 1) return nothing;
    // A scene's f is one over its period, so its last digit may differ.
    const auto at =
        std::ranges::find_if(m->frequencies, [&](double f) { return std::abs(f - numbers[0]) < 1e-9 * std::abs(f); });
    if (at == m->frequencies.end()) return nothing;
    const auto k = static_cast<std::size_t>(at - m->frequencies.begin());
    asked_.push_back(*at);
    if (reading == Reading::flux && k < m->flux.size()) return m->flux[k];
    if (reading == Reading::mode_forward && k < m->forward.size()) return std::abs(m->forward[k]);
    if (reading == Reading::mode_backward && k < m->backward.size()) return std::abs(m->backward[k]);
    return nothing;
  }
  const std::vector<double>& asked() const { return asked_; }

 private:
  std::span<const MonitorReading> monitors_;
  mutable std::vector<double> asked_;
};

}  // namespace

std::vector<TheoryPoint> theory_points(const Scene& scene, std::span<const CheckReading> checks,
                                       std::span<const MonitorReading> monitors, bool unread) {
  std::vector<TheoryPoint> out;
  for (std::size_t k = 0; k < std::min(checks.size(), scene.checks.size()); ++k) {
    const CheckReading& r = checks[k];
    const bool read = r.verdict == CheckReading::Verdict::holds || r.verdict == CheckReading::Verdict::fails;
    if (!unread && (!read || !std::isfinite(r.theory))) continue;
    try {
      const ShownMonitors shown(monitors);
      const double measured = Formula(scene.checks[k].measured, scene).value(shown);
      const std::vector<double>& f = shown.asked();
      if (std::isfinite(measured) && measured != 0 && !f.empty() && std::ranges::count(f, f[0]) == std::ssize(f))
        out.push_back({f[0], measured, read ? r.theory : std::numeric_limits<double>::quiet_NaN()});
    } catch (const FormulaError&) {  // the scene is being edited, and its card shows the error
    }
  }
  return out;
}

std::vector<TheoryPoint> theory_on(const Curve& curve, std::span<const TheoryPoint> points) {
  constexpr double same = 1e-9;
  std::vector<TheoryPoint> out;
  for (const TheoryPoint& p : points) {
    const auto at = std::ranges::find(curve.x, p.frequency);
    if (at == curve.x.end()) continue;
    const double y = curve.y[static_cast<std::size_t>(at - curve.x.begin())];
    if (std::abs(std::abs(y) - std::abs(p.measured)) < same * std::abs(p.measured))
      out.push_back({p.frequency, y, y * p.measured < 0 ? -p.theory : p.theory});
  }
  return out;
}

std::vector<FluxDivisor> flux_divisors(std::span<const MonitorReading> monitors, const MonitorReading& m) {
  std::vector<const MonitorReading*> fit;
  for (const MonitorReading& other : monitors)
    if (other.kind == FluxMonitor::kind && other.frequencies == m.frequencies && !other.flux.empty())
      fit.push_back(&other);
  std::vector<FluxDivisor> out;
  for (const MonitorReading* a : fit)
    if (a->name != m.name) out.push_back({a->name, a->flux});
  for (std::size_t a = 0; a < fit.size() && fit.size() <= most_summed; ++a)
    for (std::size_t b = a + 1; b < fit.size(); ++b) {
      FluxDivisor sum{fit[a]->name + " + " + fit[b]->name, fit[a]->flux};
      for (std::size_t k = 0; k < sum.flux.size(); ++k) sum.flux[k] += fit[b]->flux[k];
      out.push_back(std::move(sum));
    }
  return out;
}

Curve flux_ratio(const MonitorReading& m, const FluxDivisor& over, ImU32 color) {
  Curve ratio{{}, {}, color};
  const double most = std::abs(*std::ranges::max_element(over.flux, {}, [](double v) { return std::abs(v); }));
  for (std::size_t k = 0; k < m.flux.size(); ++k) {
    if (!(std::abs(over.flux[k]) > least_divisor * most)) continue;
    ratio.x.push_back(m.frequencies[k]), ratio.y.push_back(m.flux[k] / over.flux[k]);
  }
  return ratio;
}

int checked_ratio(const MonitorReading& m, std::span<const FluxDivisor> all, std::span<const TheoryPoint> theory) {
  for (std::size_t k = 0; k < all.size(); ++k)
    if (!theory_on(flux_ratio(m, all[k], 0), theory).empty()) return static_cast<int>(k);
  return -1;
}

void plot_curves(const Context& c, const char* id, const std::vector<Curve>& measured, std::string_view unit_x,
                 std::string_view unit_y, Sentence title, std::span<const TheoryPoint> theory, bool logarithmic,
                 float height) {
  std::vector<Curve> curves = measured;
  const Extent e = extent_of(curves);
  if (!(e.x0 < e.x1)) return;
  std::vector<TheoryPoint> rings;
  for (const Curve& curve : curves)
    for (TheoryPoint p : theory_on(curve, theory)) {
      if (logarithmic) p.theory = std::max(std::abs(p.theory), smallest_shown * e.most());
      rings.push_back(p);
    }
  const double most = e.most(), air = most > 0 ? 0.25 * (e.high - e.low) : 1;
  logarithmic = logarithmic && most > 0;
  const double least = logarithmic ? make_positive(curves, most) : 0;
  if (!ImPlot::BeginPlot(id, {ImGui::GetContentRegionAvail().x, c.px(height)},
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
  std::string words(c.look.shown(title));
  if (most > 0 && !unit_y.empty()) words += ' ' + engineering(edge, unit_y, 2);
  corner(p, {0, 0}, words, c.t().text2);
  const std::string lowest = logarithmic ? c.say("; smallest: {:.1e} of the largest", least / most) : "";
  corner({p.x, p.y + size.y}, {0, 1}, engineering(e.x0, unit_x, 2) + lowest, c.t().text2);
  corner(p + size, {1, 1}, engineering(e.x1, unit_x, 2), c.t().text2);
  float y = p.y;
  const auto legend = [&](const std::string& text, ImU32 color) {
    corner({p.x + size.x, y}, {1, 0}, text, color);
    y += c.px(15);
  };
  if (curves.size() > 1)
    for (const Curve& curve : curves) legend(curve.name, curve.color);
  if (!rings.empty()) legend(c.tr("circles: theory"), c.t().text);
  ImPlot::EndPlot();
}

}  // namespace ez
