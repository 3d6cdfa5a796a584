// Draws the figures of `ezscope bench` as an SVG: speed over the size of the grid, both on logarithmic axes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "papers/report.h"

namespace ez {
namespace {

constexpr double width = 1000, height = 560;                              // size of the drawing, in its own units
constexpr double left = 80, right = 700, top = 60, bottom = height - 60;  // of the axes
// Okabe and Ito 2008: colours that are distinct for all kinds of colour vision.
constexpr std::array colours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};

using Points = std::vector<std::pair<double, double>>;  // cells along an axis, Gcell/s
struct Series {
  std::string name;
  bool measured = true;  // false: a reference that the others are compared with
  Points points = {};
};

struct Axis {
  double low, high, from, to;  // values, positions
  double at(double value) const { return from + (to - from) * std::log(value / low) / std::log(high / low); }
};

std::string xml(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text, int size = 14) {
  return fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="{}" font-size="{}">{}</text>)"
                     "\n",
                     x, y, anchor, size, xml(text));
}

std::string line_at(double x0, double y0, double x1, double y1, std::string_view style) {
  return fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" {}/>)"
                     "\n",
                     x0, y0, x1, y1, style);
}

double cells_along(const BenchRow& r) { return std::sqrt(r.nx * static_cast<double>(r.ny)); }

std::string series_of(const BenchRow& r) {
  const std::string engine = find_backend(r.backend)->devices ? r.scheme : host_engine(r);
  return fmt::format("{}: {}{}", r.scene, engine, r.precision == Precision::float64 ? ", double" : "");
}

// Returns the series in the order in which they were measured.
std::vector<Series> series(const std::vector<BenchRow>& rows) {
  std::vector<Series> out;
  const auto add = [&](const std::string& name, bool measured, double cells, double speed) {
    auto it = std::find_if(out.begin(), out.end(), [&](const Series& s) { return s.name == name; });
    if (it == out.end()) it = out.insert(out.end(), {name, measured});
    if (it->points.empty() || it->points.back().first != cells) it->points.emplace_back(cells, speed);
  };
  for (const BenchRow& r : rows) {
    add(series_of(r), true, cells_along(r), r.gcells(r.median()));
    if (r.roof) add("roof of two kernels", false, cells_along(r), *r.roof);
    if (r.peer) add("two plain sweeps, one core", false, cells_along(r), *r.peer);
  }
  return out;
}

std::string grid_lines(const Axis& x, const Axis& y) {
  std::string out;
  const std::string_view faint = R"(stroke="#dddddd")";
  for (double n = 1; n <= x.high; n *= 2) {
    if (n < x.low) continue;
    out += line_at(x.at(n), top, x.at(n), bottom, faint);
    out += text_at(x.at(n), bottom + 20, "middle", fmt::format("{:.0f}²", n));
  }
  for (double decade = 1e-6; decade <= y.high; decade *= 10)
    for (const double digit : {1, 2, 5}) {
      const double speed = digit * decade;
      if (speed < y.low || speed > y.high) continue;
      out += line_at(left, y.at(speed), right, y.at(speed), faint);
      out += text_at(left - 8, y.at(speed) + 5, "end", fmt::format("{:g}", speed));
    }
  return out;
}

std::string curve(const Points& points, const Axis& x, const Axis& y, const char* colour, bool measured) {
  std::string path, dots;
  for (const auto& [cells, speed] : points) {
    path += fmt::format("{:.1f},{:.1f} ", x.at(cells), y.at(speed));
    if (measured)
      dots += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="4" fill="{}"/>)"
                          "\n",
                          x.at(cells), y.at(speed), colour);
  }
  return fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="2"{}/>)"
                     "\n",
                     path, colour, measured ? "" : R"( stroke-dasharray="6 5")") +
         dots;
}

}  // namespace

std::string bench_svg(const BenchReport& report) {
  const std::vector<Series> all = series(report.rows);
  Axis x{1e300, 0, left + 20, right - 20}, y{1e300, 0, bottom, top};
  for (const Series& s : all)
    for (const auto& [cells, speed] : s.points) {
      x.low = std::min(x.low, cells), x.high = std::max(x.high, cells);
      y.low = std::min(y.low, speed), y.high = std::max(y.high, speed);
    }
  if (x.low == x.high) x.low /= 2, x.high *= 2;
  y.low /= 1.3, y.high *= 1.3;

  std::string out = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" font-family="sans-serif" fill="#222222">)"
      "\n"
      R"(<rect width="{0}" height="{1}" fill="#ffffff"/>)"
      "\n",
      width, height);
  const std::string devices = report.device ? fmt::format("{} (copy {:.0f} GB/s), {}", report.device->name,
                                                          report.device->copy_gb_s, report.cpu_name)
                                            : report.cpu_name;
  out += text_at(left, 30, "start", "Gcell/s over the cells of the grid: " + devices, 16);
  out += grid_lines(x, y);
  double legend = top + 10;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto& [name, measured, points] = all[k];
    const char* colour = colours[k % colours.size()];
    out += curve(points, x, y, colour, measured);
    out += curve({{1, 1}, {2, 1}}, {1, 2, right + 20, right + 50}, {1, 2, legend - 5, 0}, colour, measured);
    out += text_at(right + 60, legend, "start", name);
    legend += 24;
  }
  return out + "</svg>\n";
}

}  // namespace ez
