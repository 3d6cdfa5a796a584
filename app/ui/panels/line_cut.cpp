// Panel, section Line cut. Items, in the window "Panel":
//   Line cut (head)  Line cut/##add (without a line)  Line cut/##x1 ##y1 ##x2 ##y2  Line cut/##cut (plot)
//   Line cut/##phase (plot)  Line cut/##screen  Line cut/##export  Line cut/##remove
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/line_cut.h"
#include "app/ui/probe_trace.h"

namespace ez {
namespace {

// One of the plots of the section. It shows values at the points of the line, from `least` to `most` with a margin.
class CutPlot {
 public:
  CutPlot(const Context& c, const char* id, float height, std::size_t points, double least, double most)
      : c_(c),
        open_(ImPlot::BeginPlot(id, {ImGui::GetContentRegionAvail().x, c.px(height)},
                                ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs)) {
    if (!open_) return;
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoDecorations, ImPlotAxisFlags_NoDecorations);
    const double room = 0.15 * (most - least);
    ImPlot::SetupAxesLimits(0, static_cast<double>(points - 1), least - room, most + room, ImPlotCond_Always);
    const Pen pen = this->pen();
    const ImVec2 p = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
    if (least < 0 && most > 0) {
      const float zero = ImPlot::PlotToPixels(0.0, 0.0).y;
      pen.hline(p.x, p.x + size.x, std::clamp(zero, p.y, p.y + size.y), fade(c.t().border_strong, 0.55f));
    }
  }
  ~CutPlot() {
    if (open_) ImPlot::EndPlot();
  }
  CutPlot(const CutPlot&) = delete;
  CutPlot& operator=(const CutPlot&) = delete;

  // Draws a curve. It is interrupted where a value is missing or jumps by more than `jump`.
  void curve(const std::vector<double>& y, double sign, ImU32 color, float width, double jump = HUGE_VAL) const {
    if (!open_) return;
    ImDrawList* list = ImPlot::GetPlotDrawList();
    const ImVec2 p = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
    list->PushClipRect(p, p + size, true);
    for (std::size_t k = 1; k < y.size(); ++k) {
      if (!(std::abs(y[k] - y[k - 1]) < jump)) continue;
      list->AddLine(ImPlot::PlotToPixels(static_cast<double>(k - 1), sign * y[k - 1]),
                    ImPlot::PlotToPixels(static_cast<double>(k), sign * y[k]), color, c_.px(width));
    }
    list->PopClipRect();
  }
  // Writes text into a corner: 0 or 1 for left or right, top or bottom.
  void words(ImVec2 corner, std::string_view text, ImU32 color) const {
    if (!open_) return;
    const ImVec2 p = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
    pen().text(p + ImVec2(corner.x * size.x, corner.y * size.y), corner, text, color, font_size::small);
  }

 private:
  Pen pen() const { return {c_.look, ImPlot::GetPlotDrawList()}; }
  const Context& c_;
  bool open_;
};

// Plots the present values of a gas or heat over the exact solution.
void gas_plot(const Context& c, const CutMeasures& m) {
  const CutTrace& trace = c.state.cut;
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (const std::vector<double>* values : {&trace.now, &trace.exact})
    for (const double v : *values)
      if (std::isfinite(v)) least = std::min(least, v), most = std::max(most, v);
  if (least > most) return;
  const Polarization p = Polarization::ez;
  const std::string_view unit = unit_of(trace.quantity, p), symbol = symbol_of(trace.quantity, p);
  const double narrow = std::max(1e-9 * std::abs(most), 1e-300);
  const double shown_least = most - least > narrow ? least : least - 1,
               shown_most = most - least > narrow ? most : most + 1;
  const double room = 0.14 * (shown_most - shown_least);  // margin for the text
  const CutPlot plot(c, "##cut", 160, trace.now.size(), shown_least - room, shown_most + room);
  plot.curve(trace.exact, 1, c.t().data[1], 3);
  plot.curve(trace.now, 1, c.t().accent, 1.5f);
  plot.words({0, 0}, plain(most, unit), c.t().text2);
  plot.words({0, 1}, plain(least, unit), c.t().text2);
  plot.words({1, 0}, trace.exact.empty() ? c.say("{} now", symbol) : "exact",
             trace.exact.empty() ? c.t().accent : c.t().data[1]);
  if (!trace.exact.empty()) plot.words({0.5f, 0}, c.say("{} now", symbol), c.t().accent);
  plot.words({1, 1}, engineering(m.metres, "m", 2), c.t().text2);
}

void plots(const Context& c, const CutMeasures& m) {
  const State& s = c.state;
  const CutTrace& trace = s.cut;
  if (trace.now.empty()) return;
  if (in_cells(s.scene.physics)) return gas_plot(c, m);
  double most = 0;
  for (const std::vector<double>* values : {&trace.now, &trace.largest})
    for (const double v : *values) most = std::max(most, std::abs(v));
  const Polarization named = s.scene.grid.polarization;
  const std::string_view unit = unit_of(Quantity::ez, named), symbol = symbol_of(Quantity::ez, named);
  {
    const double end = 1.45 * (most > 0 ? most : 1);  // with space for the text
    const CutPlot plot(c, "##cut", 128, trace.now.size(), -end, end);
    for (const double sign : {1.0, -1.0}) plot.curve(trace.largest, sign, c.t().data[2], 1);
    plot.curve(trace.now, 1, c.t().accent, 1.5f);
    plot.words({0, 0}, most > 0 ? fmt::format("± {}", engineering(most, unit, 2)) : fmt::format("0 {}", unit),
               c.t().text2);
    if (!trace.largest.empty())
      plot.words({1, 0}, fmt::format("|{}|, {}", symbol, c.tr(amplitude_words(s.scene))), c.t().data[2]);
    plot.words({0, 1}, c.say("{} now", symbol), c.t().accent);
    plot.words({1, 1}, engineering(m.metres, "m", 2), c.t().text2);
  }
  if (trace.phase.empty()) return;
  const CutPlot plot(c, "##phase", 80, trace.phase.size(), -1.8 * 180, 1.8 * 180);  // with space for the text
  plot.curve(trace.phase, 1, c.t().data[1], 1.5f, 180);
  plot.words({0, 0}, "± 180°", c.t().text2);
  plot.words({1, 0}, "phase", c.t().data[1]);
}

void rows(const Context& c) {
  const Scene& s = c.state.scene;
  ViewState view = c.state.view;
  LineCut& cut = view.cut;
  if (!cut.on) {
    hint(c.look, "No line cut. Draw one with the line tool on the picture, or add one with +.");
    return;
  }
  bool changed = false;
  const float top = ImGui::GetCursorScreenPos().y;
  const auto end = [&](const char* label, const char* x, const char* y, Vec2& node) {
    Vec2 at = from_nodes(s, node);
    if (!place_row(c, label, x, y, s, at, true)) return;
    node = to_nodes(s, at);
    changed = true;
  };
  end("From", "##x1", "##y1", cut.from);
  end("To", "##x2", "##y2", cut.to);
  const CutMeasures m = measures_of(s, cut);
  hint(c.look, c.tr(words_of(s, m)));
  plots(c, m);
  if (!in_cells(s.physics)) {
    changed |= checkbox(c.look, "##screen", "Intensity screen", cut.screen);
    tip(c.look, "Draws the mean square of the field over the last period next to the line", "I");
  }
  if (!c.state.cut.now.empty() &&
      button(c.look, "##export", "Save plot data", icon::download, false, ImGui::GetContentRegionAvail().x))
    c.send(command::ExportCut{});
  tip(c.look,
      "Saves a CSV file with one row per point: position, field, amplitude, intensity and phase; for a gas the exact "
      "solution");
  if (button(c.look, "##remove", "Remove line", icon::trash, false, ImGui::GetContentRegionAvail().x))
    cut.on = false, changed = true;
  tip(c.look, "Removes the line from the picture. The field is unchanged");
  if (changed) c.view(view);
  if (c.state.cut.now.empty() || !std::exchange(c.memory.cut_drawn, false)) return;
  bring_into_view(c, top);
}

// Adds a horizontal line through the middle.
void add(const Context& c) {
  const Grid& g = c.state.scene.grid;
  ViewState view = c.state.view;
  view.cut = {true, {std::round(0.1 * g.nx), std::round(0.5 * g.ny)}, {std::round(0.9 * g.nx), std::round(0.5 * g.ny)}};
  c.view(view);
}

std::string summary(const Context& c, bool open) {
  if (!c.state.view.cut.on) return c.tr("none");
  return open ? "" : engineering(measures_of(c.state.scene, c.state.view.cut).metres, "m", 2);
}

}  // namespace

const PanelSection line_cut_section = {
    .name = "Line cut",
    .icon = icon::ruler,
    .help = "Line across the picture, with its length and a plot of the field or its intensity along it",
    .summary = summary,
    .rows = rows,
    .add = add};

}  // namespace ez
