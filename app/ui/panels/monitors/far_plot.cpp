#include "app/ui/panels/monitors/far_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/platform/units.h"
#include "solver/base/constants.h"

namespace ez {
namespace {

constexpr double floor_db = -40, ring_db = 10;

// A curve in dB of the largest value, limited by the floor.
struct Curve {
  std::vector<double> db;
  std::size_t strongest = 0;
};
Curve curve_of(const MonitorReading& m) {
  const std::vector<double>& values = m.width.empty() ? m.far : m.width;
  Curve out;
  out.strongest = static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
  const double most = values.empty() ? 0 : values[out.strongest];
  if (!(most > 0)) return {};
  for (const double v : values)
    out.db.push_back(std::max((m.width.empty() ? 20 : 10) * std::log10(v / most), floor_db));
  return out;
}

void draw_polar_plot(const Context& c, const Pen& pen, const MonitorReading& m, const Curve& curve, ImVec2 p,
                     float width, float height) {
  const float radius = height / 2 - c.px(18);
  const ImVec2 center(p.x + width / 2, p.y + height / 2);
  const auto at = [&](double degrees, double share) {
    const double a = degrees * pi / 180;
    return ImVec2(center.x + static_cast<float>(share * std::cos(a)) * radius,
                  center.y - static_cast<float>(share * std::sin(a)) * radius);
  };
  const ImU32 thin = fade(c.t().border_strong, 0.45f);
  for (double db = floor_db + ring_db; db <= 0; db += ring_db)
    pen.list->AddCircle(center, radius * static_cast<float>(1 - db / floor_db), thin, 0, c.px(1));
  for (int degrees = 0; degrees < 360; degrees += 30) pen.list->AddLine(center, at(degrees, 1), thin, c.px(1));
  for (int degrees = 0; degrees < 360; degrees += 30) {
    const double a = degrees * pi / 180;
    pen.text(
        at(degrees, 1) + ImVec2(static_cast<float>(std::cos(a)) * c.px(4), static_cast<float>(-std::sin(a)) * c.px(2)),
        {static_cast<float>(0.5 - 0.5 * std::cos(a)), static_cast<float>(0.5 + 0.5 * std::sin(a))},
        fmt::format("{}°", degrees), c.t().text2, font_size::small);
  }
  std::vector<ImVec2> line;
  for (std::size_t k = 0; k < curve.db.size(); ++k) line.push_back(at(m.degrees[k], 1 - curve.db[k] / floor_db));
  if (m.degrees.size() > 2 && m.degrees.back() - m.degrees.front() + 1.5 * (m.degrees[1] - m.degrees[0]) > 360)
    line.push_back(line.front());
  pen.list->AddPolyline(line.data(), static_cast<int>(line.size()), c.t().accent, 0, c.px(1.5f));
  for (double db = floor_db + ring_db; db < 0; db += ring_db)
    pen.text(at(15, 1 - db / floor_db), {0.5f, 0.5f}, with_minus(fmt::format("{:g}", db)), c.t().text2,
             font_size::small);
}

void draw_flat_plot(const Context& c, const Pen& pen, const MonitorReading& m, const Curve& curve, ImVec2 p,
                    float width, float height) {
  const double first = m.degrees.front(), last = m.degrees.back(), span = std::max(last - first, 1e-9);
  const ImVec2 a(p.x + c.px(30), p.y + c.px(8)), b(p.x + width - c.px(12), p.y + height - c.px(18));
  const auto x = [&](double degrees) { return a.x + static_cast<float>((degrees - first) / span) * (b.x - a.x); };
  const auto y = [&](double db) { return a.y + static_cast<float>(db / floor_db) * (b.y - a.y); };
  const ImU32 thin = fade(c.t().border_strong, 0.45f);
  for (double db = floor_db; db <= 0; db += ring_db) {
    pen.hline(a.x, b.x, y(db), thin);
    pen.text({a.x - c.px(4), y(db)}, {1, 0.5f}, with_minus(fmt::format("{:g}", db)), c.t().text2, font_size::small);
  }
  const double step = nice_below(span / 2.5);
  for (double tick = std::ceil(first / step - 1e-9) * step; tick <= last + 1e-9 * span; tick += step) {
    pen.vline(x(tick), a.y, b.y, thin);
    pen.text({x(tick), b.y + c.px(2)}, {0.5f, 0}, with_minus(fmt::format("{:g}°", tick)), c.t().text2,
             font_size::small);
  }
  std::vector<ImVec2> line;
  for (std::size_t k = 0; k < curve.db.size(); ++k) line.emplace_back(x(m.degrees[k]), y(curve.db[k]));
  pen.list->AddPolyline(line.data(), static_cast<int>(line.size()), c.t().accent, 0, c.px(1.5f));
}

}  // namespace

void draw_far_plot(const Context& c, const MonitorReading& m) {
  const Curve curve = curve_of(m);
  if (curve.db.empty()) return;
  const bool hz = c.state.scene.grid.polarization == Polarization::hz, has_width = !m.width.empty();
  const double most = (has_width ? m.width : m.far)[curve.strongest];
  hint(c.look, c.say("{} over the angle from +x, in dB relative to its largest value: {} at {}.",
                     has_width ? "Scattering width" : "Far field, |X|√r",
                     engineering(most,
                                 has_width ? "m"
                                 : hz      ? "A·s/m·√m"
                                           : "V·s/m·√m",
                                 2),
                     with_minus(fmt::format("{:.1f}°", m.degrees[curve.strongest]))));
  const bool round = m.degrees.back() - m.degrees.front() >= 180;
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = c.px(round ? 220 : 130);
  ImGui::InvisibleButton("##spectrum", {width, height}, ImGuiButtonFlags_EnableNav);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  (round ? draw_polar_plot : draw_flat_plot)(c, pen, m, curve, p, width, height);
}

}  // namespace ez
