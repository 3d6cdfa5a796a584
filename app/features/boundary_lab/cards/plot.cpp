// Helpers of the lab's plots that ImPlot lacks: axes in decibels, round ticks, names next to curves, and dashed lines.
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/platform/units.h"

namespace ez {
namespace {

// Returns y of a curve at x, interpolated. Empty outside the curve.
std::optional<float> height_at(const NamedCurve& curve, float x) {
  const auto after =
      std::lower_bound(curve.points.begin(), curve.points.end(), x, [](ImVec2 p, float v) { return p.x < v; });
  if (after == curve.points.end()) return std::nullopt;
  if (after == curve.points.begin()) return after->x == x ? std::optional(after->y) : std::nullopt;
  const ImVec2 a = *(after - 1), b = *after;
  return b.x > a.x ? a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x) : b.y;
}

// Returns the smallest vertical distance from a box to any curve; negative if a curve crosses the box. It checks the
// curves' points and the box's two ends, which is enough for curves of straight segments.
float clearance(std::span<const NamedCurve> curves, const Area& box) {
  float least = std::numeric_limits<float>::max();
  const auto meet = [&](float y) { least = std::min(least, std::max(box.min.y - y, y - box.max.y)); };
  for (const NamedCurve& curve : curves) {
    for (const ImVec2 p : curve.points)
      if (p.x > box.min.x && p.x < box.max.x) meet(p.y);
    for (const float x : {box.min.x, box.max.x})
      if (const auto y = height_at(curve, x)) meet(*y);
  }
  return least;
}

}  // namespace

float plot_height(const Context& c, float share, float least, float most) {
  const float window = ImGui::GetWindowHeight() / c.look.scale;
  return c.px(std::clamp(window * share, least, most));
}

void setup_db_axis() {
  constexpr std::array<double, 7> at = {-120, -100, -80, -60, -40, -20, 0};
  constexpr std::array<const char*, 7> names = {"−120", "−100", "−80", "−60", "−40", "−20", "0 dB"};
  ImPlot::SetupAxisLimits(ImAxis_Y1, lowest_db - 2, 8, ImPlotCond_Always);
  ImPlot::SetupAxisTicks(ImAxis_Y1, at.data(), static_cast<int>(at.size()), names.data());
}

std::vector<double> round_ticks(double low, double high, int most) {
  if (!(high > low)) return {};
  double step = nice_below((high - low) / most);
  while (std::floor(high / step + 1e-9) - std::ceil(low / step - 1e-9) + 1 > most) step = nice_below(step * 2.6);
  std::vector<double> out;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high * (1 + 1e-9); ++k)
    out.push_back(k == 0 ? 0 : k * step);  // avoids −0
  return out;
}

void setup_axis(int axis, double low, double high, int most, double factor) {
  const std::vector<double> at = round_ticks(low, high, most);
  std::vector<std::string> words;
  std::vector<const char*> names;
  for (const double v : at) words.push_back(with_minus(fmt::format("{:.4g}", v / factor)));
  for (const std::string& w : words) names.push_back(w.c_str());
  ImPlot::SetupAxisLimits(axis, low, high, ImPlotCond_Always);
  ImPlot::SetupAxisTicks(axis, at.data(), static_cast<int>(at.size()), names.data());
}

void name_curves(const Pen& pen, std::span<const NamedCurve> curves, const Area& within) {
  std::vector<Area> taken;
  for (const NamedCurve& curve : curves) {
    if (curve.points.empty() || curve.name.empty()) continue;
    const ImVec2 size = pen.look.measure(pen.look.fonts.medium, font_size::small, as_name(curve.name));
    float best = -std::numeric_limits<float>::max();
    Area place;
    for (int k = 1; k < 24; ++k)
      for (const float away : {-24.0f, -16.0f, -8.0f, 8.0f, 16.0f, 24.0f}) {
        const float x = within.min.x + within.width() * static_cast<float>(k) / 24;
        const auto y = height_at(curve, x);
        if (!y) continue;
        const float cy = *y + pen.look.px(away) + (away < 0 ? -size.y / 2 : size.y / 2);
        const Area box{{x - size.x / 2, cy - size.y / 2}, {x + size.x / 2, cy + size.y / 2}};
        if (box.min.x < within.min.x || box.max.x > within.max.x || box.min.y < within.min.y ||
            box.max.y > within.max.y)
          continue;
        // A good place is clear of every curve first, then close to its own curve, and not at the ends.
        const float middle = std::abs(x - (within.min.x + within.max.x) / 2) / within.width();
        float score = 4 * std::min(clearance(curves, box) / pen.look.scale, 6.0f) - 0.5f * std::abs(away) - 8 * middle;
        const Area spaced{{box.min.x - size.y / 2, box.min.y}, {box.max.x + size.y / 2, box.max.y}};
        for (const Area& other : taken)
          if (spaced.meets(other)) score -= 100;
        if (score > best) best = score, place = box;
      }
    if (best == -std::numeric_limits<float>::max()) continue;
    taken.push_back(place);
    const ImVec2 pad = pen.look.px(2, 0);
    pen.fill(place.min - pad, place.max + pad, fade(pen.look.t().panel, 0.85f), 3);
    pen.names().text(place.min, {0, 0}, curve.name, curve.color, font_size::small, pen.look.fonts.medium);
  }
}

void dashed(const Pen& pen, std::span<const ImVec2> points, ImU32 color, float thickness) {
  const float on = pen.look.px(5), off = pen.look.px(4);
  float phase = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ImVec2 a = points[i - 1], d = points[i] - a;
    const float length = std::hypot(d.x, d.y);
    for (float s = 0; s < length;) {
      const bool drawn = phase < on;
      const float step = std::min(length - s, drawn ? on - phase : on + off - phase);
      if (drawn) pen.list->AddLine(a + d * (s / length), a + d * ((s + step) / length), color, pen.look.px(thickness));
      s += step;
      phase = phase + step >= on + off - 1e-3f ? 0 : phase + step;
    }
  }
}

std::vector<ImVec2> on_screen(std::span<const double> x, std::span<const double> y) {
  std::vector<ImVec2> out;
  for (std::size_t i = 0; i < x.size(); ++i) out.push_back(ImPlot::PlotToPixels(x[i], y[i]));
  return out;
}

}  // namespace ez
