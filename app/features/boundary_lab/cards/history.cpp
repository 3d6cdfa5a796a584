// The boundary lab's lower plot against time. Each pane has a curve with its name at the end. It shows the largest
// residual so far or, without a comparison, the largest field.
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/model/document/scene_edit.h"
#include "app/model/panes.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/pane_marks.h"

namespace ez {
namespace {

struct Curve {
  std::vector<double> x, y;
};

// Returns the end of the time axis, with space for the names. It grows in steps, so that the curves do not creep.
double time_axis(const Context& c, const std::vector<Curve>& curves) {
  double last = 0;
  for (const PaneState& pane : c.state.panes) last = std::max(last, pane.time);
  for (const Curve& curve : curves)
    if (!curve.x.empty()) last = std::max(last, curve.x.back());
  double end = nice_below(last > 0 ? last : 1e-9);
  while (end < last * 1.18) end *= 1.25;
  return end;
}

Curve residual_of(const PaneState& pane) {
  Curve out;
  for (const ReflectionReading::Moment& m : pane.reflection.history)
    out.x.push_back(m.time), out.y.push_back(std::clamp(m.db, lowest_db - 40, 6.0));
  // The largest value so far continues as a horizontal line. It ends when the readings stop being valid.
  const double valid = pane.reflection.valid_until, end = valid > 0 ? std::min(pane.time, valid) : pane.time;
  if (!out.x.empty() && end > out.x.back()) out.x.push_back(end), out.y.push_back(out.y.back());
  return out;
}

// Returns the pane's largest field against time, in decades of V/m.
Curve largest_of(const PaneState& pane) {
  Curve out;
  for (const PaneState::Look& l : pane.looks)
    if (l.max_abs > 0) out.x.push_back(l.time), out.y.push_back(std::log10(l.max_abs));
  return out;
}

// Sets the y axis to the decades of the values, twelve at most, and labels them with units.
void setup_decades(const Context& c, const std::vector<Curve>& curves) {
  double low = 1e300, high = -1e300;
  for (const Curve& curve : curves)
    for (const double y : curve.y) low = std::min(low, y), high = std::max(high, y);
  if (low > high) low = high = 0;
  high = std::ceil(high + 0.2);
  low = std::max({std::floor(low), high - 12, -18.0});
  const std::string_view unit = unit_of(Quantity::ez, c.state.scene.grid.polarization);
  std::vector<double> at;
  std::vector<std::string> words;
  for (double d = std::ceil(low / 3) * 3; d <= high; d += 3) {
    at.push_back(d);
    words.push_back(brief(std::pow(10.0, d) * (1 + 1e-9), unit));
  }
  std::vector<const char*> names;
  for (const std::string& w : words) names.push_back(w.c_str());
  ImPlot::SetupAxisLimits(ImAxis_Y1, low, std::max(high, low + 3), ImPlotCond_Always);
  ImPlot::SetupAxisTicks(ImAxis_Y1, at.data(), static_cast<int>(at.size()), names.data());
}

void draw(const Context& c, const Curve& curve, int index) {
  ImPlotSpec spec;
  spec.LineColor = ImGui::ColorConvertU32ToFloat4(pane_color(c.t(), index));
  spec.LineWeight = c.px(2);
  ImPlot::PlotLine(fmt::format("##{}", index).c_str(), curve.x.data(), curve.y.data(), static_cast<int>(curve.x.size()),
                   spec);
}

// Writes the names at the curves' ends, and moves them apart where they would overlap.
void write_names(const Context& c, const Pen& pen, const std::vector<Curve>& curves, const Area& within) {
  struct Name {
    float y;
    int pane;
    ImVec2 end;
  };
  std::vector<Name> all;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].x.empty()) continue;
    const ImVec2 end = ImPlot::PlotToPixels(curves[i].x.back(), curves[i].y.back());
    if (end.y <= within.max.y) all.push_back({end.y, static_cast<int>(i), end});
  }
  std::sort(all.begin(), all.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
  const float line = c.px(16);
  for (std::size_t k = 0; k < all.size(); ++k) {
    const float least = k ? all[k - 1].y + line : within.min.y + line / 2;
    all[k].y = std::max(all[k].y, least);
  }
  for (std::size_t k = all.size(); k-- > 0;) {
    const float most = k + 1 < all.size() ? all[k + 1].y - line : within.max.y - line / 2;
    all[k].y = std::min(all[k].y, most);
  }
  for (const Name& n : all) {
    pane_mark(pen, n.end, n.pane, 5);
    const std::string name = c.tr(pane_name(c.state, n.pane));
    const ImVec2 p(n.end.x + c.px(12), n.y), size = c.look.measure(c.look.fonts.text, font_size::small, as_name(name));
    pen.fill({p.x - c.px(2), p.y - size.y / 2}, {p.x + size.x + c.px(2), p.y + size.y / 2}, c.t().canvas, 3);
    pen.names().clipped(p, within.max.x, name, pane_color(c.t(), n.pane), font_size::small);
  }
}

// Marks the time from which the active pane's curve is no longer valid.
void validity(const Context& c, const Pen& pen, const Area& within, double end) {
  const ReflectionReading* reading = active_reading(c.state);
  if (!reading || reading->valid_until <= 0 || reading->valid_until >= end) return;
  const float x = ImPlot::PlotToPixels(reading->valid_until, 0).x;
  const std::array<ImVec2, 2> line = {ImVec2(x, within.min.y), ImVec2(x, within.max.y)};
  dashed(pen, line, c.t().warn, 1);
  const std::string words = "valid until here";
  const ImVec2 size = c.look.measure(c.look.fonts.text, font_size::small, words);
  const ImVec2 a(std::max(x - size.x - c.px(10), within.min.x), within.max.y - size.y - c.px(4));
  pen.fill(a, a + size + c.look.px(6, 2), fade(c.t().canvas, 0.85f), 3);
  pen.text(a + c.look.px(3, 1), {0, 0}, words, c.t().warn, font_size::small);
}

}  // namespace

void draw_lab_history(const Context& c, Area area) {
  const bool compares = c.memory.lab_layout.compares;
  std::vector<Curve> curves;
  for (const PaneState& pane : c.state.panes) curves.push_back(compares ? residual_of(pane) : largest_of(pane));
  const double end = time_axis(c, curves);
  const Prefix prefix = prefix_for(end);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const float title = c.px(24);
  const std::string_view field = symbol_of(Quantity::ez, c.state.scene.grid.polarization);
  const std::string what = compares ? std::string(c.tr("Largest residual so far")) : c.say("Largest |{}|", field);
  pen.clipped({area.min.x, area.min.y + title / 2}, area.max.x, c.say("{} against time in {}s", what, prefix.symbol),
              c.t().text, font_size::text, c.look.fonts.medium);
  ImGui::SetCursorScreenPos({area.min.x, area.min.y + title});
  ImGui::PushFont(c.look.fonts.mono, font_size::small);
  if (ImPlot::BeginPlot("##lab_history", {area.width(), std::max(1.0f, area.height() - title)},
                        ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs)) {
    ImPlot::SetupAxes(nullptr, nullptr);
    setup_axis(ImAxis_X1, 0, end, 8, prefix.factor);
    if (compares)
      setup_db_axis();
    else
      setup_decades(c, curves);
    ImPlot::SetupFinish();
    for (std::size_t i = 0; i < curves.size(); ++i) draw(c, curves[i], static_cast<int>(i));
    const ImVec2 p = ImPlot::GetPlotPos(), s = ImPlot::GetPlotSize();
    const Pen inner{c.look, ImPlot::GetPlotDrawList()};
    const double now = c.state.panes.empty() ? c.state.time : c.state.panes.front().time;
    inner.vline(ImPlot::PlotToPixels(now, 0).x, p.y, p.y + s.y, c.t().text);
    if (compares) validity(c, inner, {p, p + s}, end);
    write_names(c, inner, curves, {p, p + s});
    ImPlot::EndPlot();
  }
  ImGui::PopFont();
}

}  // namespace ez
