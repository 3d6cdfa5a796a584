// The boundary lab's lower plot: the largest residual so far against time, one curve per pane, named at its end.
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>

#include "app/lab.h"
#include "app/panels/lab.h"
#include "app/ui/pane_marks.h"
#include "app/ui/parts.h"
#include "app/ui/units.h"

namespace ez {
namespace {

// The end of the time axis: moves on in steps, so that the curves do not creep under the eye, and leaves room for the
// names.
double time_axis(const Context& c) {
  double last = 0;
  for (const PaneState& pane : c.state.lab.panes) {
    last = std::max(last, pane.time);
    if (!pane.reflection.history.empty()) last = std::max(last, pane.reflection.history.back().time);
  }
  double end = nice_below(last > 0 ? last : 1e-9);
  while (end < last * 1.18) end *= 1.25;
  return end;
}

void curve(const Context& c, const PaneState& pane, int index) {
  std::vector<double> x, y;
  for (const ReflectionReading::Moment& m : pane.reflection.history)
    x.push_back(m.time), y.push_back(std::clamp(m.db, lowest_db - 40, 6.0));
  // The largest so far stays what it is until something larger comes.
  if (!x.empty() && pane.time > x.back()) x.push_back(pane.time), y.push_back(y.back());
  ImPlotSpec spec;
  spec.LineColor = ImGui::ColorConvertU32ToFloat4(pane_color(c.t(), index));
  spec.LineWeight = c.px(2);
  ImPlot::PlotLine(fmt::format("##{}", index).c_str(), x.data(), y.data(), static_cast<int>(x.size()), spec);
}

// Names at the curves' ends, pushed apart where they would overlap.
void names(const Context& c, const Pen& pen, const Area& within) {
  struct Name {
    float y;
    int pane;
    ImVec2 end;
  };
  std::vector<Name> all;
  const std::vector<PaneState>& panes = c.state.lab.panes;
  for (std::size_t i = 0; i < panes.size(); ++i) {
    const auto& history = panes[i].reflection.history;
    if (history.empty() || history.back().db < lowest_db) continue;
    const double t = std::max(panes[i].time, history.back().time);
    const ImVec2 end = ImPlot::PlotToPixels(t, std::min(history.back().db, 6.0));
    all.push_back({end.y, static_cast<int>(i), end});
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
    pen.clipped({n.end.x + c.px(12), n.y}, within.max.x, pane_name(c.state, n.pane), pane_color(c.t(), n.pane),
                font_size::small);
  }
}

}  // namespace

void draw_residual_history(const Context& c, Area area) {
  const double end = time_axis(c);
  const Prefix prefix = prefix_for(end);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const float title = c.px(24);
  pen.clipped({area.min.x, area.min.y + title / 2}, area.max.x,
              fmt::format("Largest residual so far, against time in {}s", prefix.symbol), c.t().text, font_size::text,
              c.look.fonts.medium);
  ImGui::SetCursorScreenPos({area.min.x, area.min.y + title});
  ImGui::PushFont(c.look.fonts.mono, font_size::small);
  if (ImPlot::BeginPlot("##residual_history", {area.width(), std::max(1.0f, area.height() - title)},
                        ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs)) {
    ImPlot::SetupAxes(nullptr, nullptr);
    setup_axis(ImAxis_X1, 0, end, 8, prefix.factor);
    setup_db_axis();
    ImPlot::SetupFinish();
    const std::vector<PaneState>& panes = c.state.lab.panes;
    for (std::size_t i = 0; i < panes.size(); ++i) curve(c, panes[i], static_cast<int>(i));
    const ImVec2 p = ImPlot::GetPlotPos(), s = ImPlot::GetPlotSize();
    const Pen inner{c.look, ImPlot::GetPlotDrawList()};
    const double now = panes.empty() ? c.state.time : panes.front().time;
    inner.vline(ImPlot::PlotToPixels(now, 0).x, p.y, p.y + s.y, c.t().text);
    names(c, inner, {p, p + s});
    ImPlot::EndPlot();
  }
  ImGui::PopFont();
}

}  // namespace ez
