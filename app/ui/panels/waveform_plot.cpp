#include "app/ui/panels/waveform_plot.h"

#include <implot.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "app/platform/units.h"
#include "solver/base/constants.h"

namespace ez {
namespace {

constexpr int fewest_samples = 240, most_samples = 6000, lines = 96;

WaveformPlot computed(const Waveform& w) {
  const WaveformExtent e = extent_of(w);
  WaveformPlot p;
  p.waveform = w;
  // Eight samples per period of the highest frequency drawn, as far as that can be seen.
  const int samples = static_cast<int>(std::clamp(8 * e.time * e.frequency, 1.0 * fewest_samples, 1.0 * most_samples));
  for (int k = 0; k < samples; ++k) {
    p.t.push_back(e.time * k / (samples - 1));
    p.w.push_back(waveform_value(w, p.t.back()));
  }
  // |∫ w exp(−2πift) dt| as the sum over the samples, scaled to a largest value of 1.
  double largest = 0;
  for (int m = 0; m < lines; ++m) {
    const double f = e.frequency * m / (lines - 1);
    const std::complex<double> turn = std::polar(1.0, -2 * pi * f * p.t[1]);
    std::complex<double> sum = 0, factor = 1;
    for (const double v : p.w) sum += v * factor, factor *= turn;
    p.f.push_back(f);
    p.spectrum.push_back(std::abs(sum));
    largest = std::max(largest, p.spectrum.back());
  }
  for (double& s : p.spectrum) s /= std::max(largest, 1e-300);
  return p;
}

void plot(const Context& c, const char* id, const std::vector<double>& x, const std::vector<double>& y, double y0,
          ImU32 color, const std::string& name, float width) {
  if (!ImPlot::BeginPlot(id, {width, c.px(76)}, ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs))
    return;
  ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoDecorations, ImPlotAxisFlags_NoDecorations);
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  const double scale = std::max({1.0, *high, -*low});  // tables and noise exceed 1
  ImPlot::SetupAxesLimits(x.front(), x.back(), y0 * scale, 1.15 * scale, ImPlotCond_Always);
  ImPlotSpec spec;
  spec.LineColor = ImGui::ColorConvertU32ToFloat4(color);
  spec.LineWeight = c.px(1.5f);
  ImPlot::PlotLine("##w", x.data(), y.data(), static_cast<int>(x.size()), spec);
  const ImVec2 p = ImPlot::GetPlotPos(), s = ImPlot::GetPlotSize();
  const Pen pen{c.look, ImPlot::GetPlotDrawList()};
  const float zero = ImPlot::PlotToPixels(0, 0).y;
  pen.hline(p.x, p.x + s.x, zero, fade(c.t().border_strong, 0.55f));
  pen.text({p.x + s.x, p.y + s.y}, {1, 1}, name, c.t().text2, font_size::small);
  ImPlot::EndPlot();
}

}  // namespace

void draw_waveform_plot(const Context& c, const Waveform& waveform) {
  std::optional<WaveformPlot>& kept = c.memory.waveform;
  if (!kept || !(kept->waveform == waveform)) kept = computed(waveform);
  const float w = ImGui::GetContentRegionAvail().x, left = std::floor(w * 0.6f);
  plot(c, "##waveform_time", kept->t, kept->w, -2.0, c.t().accent, engineering(kept->t.back(), "s", 2), left);
  ImGui::SameLine(0, 0);
  plot(c, "##waveform_spectrum", kept->f, kept->spectrum, -0.42, c.t().data[2], engineering(kept->f.back(), "Hz", 1),
       w - left);
}

}  // namespace ez
