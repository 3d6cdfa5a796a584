// The plot of a sweep: measured points and the dashed curve of theory, or a map for two numbers. A click on a point
// opens the scene of that point.
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/features/study/cards/cards.h"
#include "app/features/study/commands.h"
#include "app/features/study/memory.h"
#include "app/features/study/state.h"
#include "app/platform/units.h"
#include "render/colormap.h"

namespace ez {
namespace {

constexpr float plot_height = 180;

struct Span {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void add(double v) {
    if (std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
  }
  bool empty() const { return !(low <= high); }
  // Returns the span with some space around it.
  Span wider() const {
    const double room = high > low ? 0.06 * (high - low) : std::max(1e-12, 0.1 * std::abs(high));
    return {low - room, high + room};
  }
};

std::string value_text(double v) { return std::isfinite(v) ? with_minus(fmt::format("{:.5g}", v)) : "–"; }

// Formats a measured value or theory with its unit.
std::string measured_text(double v, const std::string& unit) {
  if (!std::isfinite(v) || unit.empty()) return value_text(v);
  return takes_prefix(unit) ? engineering(v, unit, 3) : value_text(v) + " " + unit;
}

std::string point_text(const Context& c, const ShownSweep& sweep, std::size_t k) {
  const SweepPoint& p = sweep.points[k];
  std::string out;
  const std::string* paths[] = {&sweep.of.path, &sweep.of.path_y};
  for (std::size_t a = 0; a < p.values.size(); ++a) out += fmt::format("{} = {}\n", *paths[a], value_text(p.values[a]));
  out += c.say("measured {}", measured_text(p.measured, sweep.of.unit));
  if (!sweep.of.theory.empty()) out += c.say(", theory {}", measured_text(p.theory, sweep.of.unit));
  if (!p.problem.empty()) out += "\n" + p.problem;
  return out + "\n" + c.tr("Click: open the scene of this point");
}

// Draws the tooltip of the nearest point, and opens its scene after a click.
void handle_mouse(const Context& c, const ShownSweep& sweep, const std::vector<ImVec2>& at) {
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float reach = c.px(12);
  std::size_t best = at.size();
  float least = reach * reach;
  for (std::size_t k = 0; k < at.size(); ++k) {
    const float dx = at[k].x - mouse.x, dy = at[k].y - mouse.y, d = dx * dx + dy * dy;
    if (sweep.known[k] && d < least) least = d, best = k;
  }
  if (best == at.size()) return;
  ImGui::SetTooltip("%s", point_text(c, sweep, best).c_str());
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) c.send(command::OpenSweepPoint{best});
}

Area begin_area(const Context& c) {
  const ImVec2 p = ImGui::GetCursorScreenPos(), size(ImGui::GetContentRegionAvail().x, c.px(plot_height));
  ImGui::InvisibleButton("##sweep", size);
  tip(c.look, "Shows the measured values, and theory as a dashed line. Rest the mouse on a point for its numbers");
  const Area all{p, p + size};
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.fill(all.min, all.max, c.t().frame, 4);
  c.memory.of<StudyMemory>().plot = all;
  return {{all.min.x + c.px(8), all.min.y + c.px(18)}, {all.max.x - c.px(8), all.max.y - c.px(18)}};
}

void draw_ends(const Context& c, const Area& a, const Span& x, const Span& y, const std::string& unit) {
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.mono({a.min.x, a.max.y + c.px(9)}, {0, 0.5f}, value_text(x.low), c.t().text2, font_size::small);
  pen.mono({a.max.x, a.max.y + c.px(9)}, {1, 0.5f}, value_text(x.high), c.t().text2, font_size::small);
  pen.mono({a.min.x, a.min.y - c.px(9)}, {0, 0.5f},
           fmt::format("{} … {}", measured_text(y.low, unit), measured_text(y.high, unit)), c.t().text2,
           font_size::small);
}

void draw_dashes(const Context& c, ImVec2 a, ImVec2 b) {
  const float length = std::hypot(b.x - a.x, b.y - a.y), dash = c.px(4);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (float s = 0; s < length; s += 2 * dash) {
    const float e = std::min(s + dash, length);
    const auto at = [&](float t) { return ImVec2(a.x + (b.x - a.x) * t / length, a.y + (b.y - a.y) * t / length); };
    list->AddLine(at(s), at(e), c.t().text2, c.px(1.2f));
  }
}

void draw_curve(const Context& c, const ShownSweep& sweep) {
  Span x, y;
  for (const SweepPoint& p : sweep.points) x.add(p.values[0]), y.add(p.measured), y.add(p.theory);
  const Area a = begin_area(c);
  if (y.empty()) y = {0, 1};
  const Span wx = x.wider(), wy = y.wider();
  const auto place = [&](double vx, double vy) {
    return ImVec2(a.min.x + static_cast<float>((vx - wx.low) / (wx.high - wx.low)) * a.width(),
                  a.max.y - static_cast<float>((vy - wy.low) / (wy.high - wy.low)) * (a.max.y - a.min.y));
  };
  ImDrawList* list = ImGui::GetWindowDrawList();
  std::vector<ImVec2> at;
  for (std::size_t k = 0; k < sweep.points.size(); ++k) {
    const SweepPoint& p = sweep.points[k];
    at.push_back(place(p.values[0], std::isfinite(p.measured) ? p.measured : wy.low));
    if (k == 0) continue;
    const SweepPoint& before = sweep.points[k - 1];
    if (std::isfinite(p.theory) && std::isfinite(before.theory))
      draw_dashes(c, place(before.values[0], before.theory), place(p.values[0], p.theory));
    if (std::isfinite(p.measured) && std::isfinite(before.measured))
      list->AddLine(at[k - 1], at[k], c.t().accent, c.px(1.5f));
  }
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (!sweep.known[k]) continue;
    const bool wrong = !sweep.points[k].problem.empty();
    list->AddCircleFilled(at[k], c.px(3), wrong ? c.t().warn : c.t().accent);
  }
  draw_ends(c, a, x, y, sweep.of.unit);
  handle_mouse(c, sweep, at);
}

void draw_map(const Context& c, const ShownSweep& sweep) {
  Span value;
  for (const SweepPoint& p : sweep.points) value.add(p.measured);
  const Area a = begin_area(c);
  const auto nx = static_cast<std::size_t>((*sweep.of.values)[2]),
             ny = sweep.points.size() / std::max<std::size_t>(1, nx);
  const float w = a.width() / static_cast<float>(nx), h = (a.max.y - a.min.y) / static_cast<float>(ny);
  std::vector<ImVec2> at;
  for (std::size_t k = 0; k < sweep.points.size(); ++k) {
    const std::size_t row = k / nx;
    const ImVec2 low(a.min.x + w * static_cast<float>(k % nx), a.max.y - h * static_cast<float>(row + 1));
    at.push_back({low.x + w / 2, low.y + h / 2});
    if (!sweep.known[k]) continue;
    const double v = sweep.points[k].measured, size = std::max(1e-300, value.high - value.low);
    const ImU32 color = std::isfinite(v) ? rgb(heat_color((v - value.low) / size)) : c.t().warn;
    ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + w, low.y + h}, color);
  }
  draw_ends(c, a, {sweep.points.front().values[0], sweep.points.back().values[0]}, value, sweep.of.unit);
  handle_mouse(c, sweep, at);
}

}  // namespace

void sweep_plot(const Context& c) {
  const std::optional<ShownSweep>& sweep = c.state.of<StudyState>().sweep;
  if (!sweep || sweep->points.empty()) return;
  sweep->of.path_y.empty() ? draw_curve(c, *sweep) : draw_map(c, *sweep);
}

}  // namespace ez
