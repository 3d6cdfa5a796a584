#include "app/features/share/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "app/model/document/scene_link.h"
#include "app/model/update.h"
#include "app/platform/base64.h"
#include "app/platform/units.h"
#include "app/ui/kit/check_text.h"
#include "app/ui/probe_trace.h"

namespace ez {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

constexpr int shown_periods = 10;  // periods of a steady source in a probe's plot

constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{0}</title><style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1b2733; background: #fff }}
h1 {{ margin-bottom: 0 }} h2 {{ margin-top: 2rem }} .moment {{ color: #5a6b7b }}
img, svg {{ max-width: 100%; height: auto }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ text-align: left; padding: .2rem 1.2rem .2rem 0; border-bottom: 1px solid #d5dde4 }}
pre {{ background: #f3f6f8; padding: 1rem; font-size: 13px; white-space: pre-wrap }}
pre, code {{ overflow-wrap: anywhere }}
.good {{ color: #17763a }} .bad {{ color: #b3261e }}
</style></head><body>
<h1>{0}</h1>
)";

std::string words_of(const CheckReading& r) {
  switch (r.verdict) {
    case CheckReading::Verdict::holds:
      return "<span class=\"good\">holds</span>";
    case CheckReading::Verdict::fails:
      return "<span class=\"bad\">does not hold</span>";
    case CheckReading::Verdict::not_settled:
      return "<span class=\"bad\">does not settle</span>";
    case CheckReading::Verdict::not_yet:
      break;
  }
  return "not yet";
}

std::string checks_table(const State& s) {
  const std::size_t count = std::min(s.checks.size(), s.scene.checks.size());
  if (count == 0) return "";
  std::string out =
      "<h2>Measured and expected</h2>\n<table><tr><th>check</th><th>measured</th><th>theory</th>"
      "<th>difference</th><th>bound</th><th></th></tr>\n";
  for (std::size_t k = 0; k < count; ++k) {
    const CheckReading& r = s.checks[k];
    const bool known = r.verdict == CheckReading::Verdict::holds || r.verdict == CheckReading::Verdict::fails;
    const CheckText text = text_of(s.scene.checks[k], r, s.scene);
    out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       escaped(s.scene.checks[k].name), text.measured, text.theory, known ? text.difference : "",
                       text.bound, words_of(r));
  }
  return out + "</table>\n";
}

// Returns whether a source that is on never ends.
bool is_steady(const Scene& scene) {
  return std::any_of(scene.sources.begin(), scene.sources.end(),
                     [](const Source& source) { return source.on && is_continuous(source.waveform); });
}

// Returns the length in s of the end of a trace that its plot shows. For a steady source it is ten periods, because
// more would appear as a solid band. Otherwise it is the whole trace.
double shown_seconds(const Scene& scene) {
  const std::optional<double> period = first_period(scene);
  return is_steady(scene) && period ? shown_periods * *period : std::numeric_limits<double>::infinity();
}

// The drawn part of a trace.
struct Plot {
  std::size_t first = 0;      // index of the first value that is drawn
  double begin = 0, end = 0;  // s
  double most = 0;            // largest |value|; 0: nothing to draw
  std::vector<double> times;  // time of every value, in s
};
Plot plot_of(const State& s, const ProbeTrace& trace) {
  Plot p;
  const std::vector<double>& v = trace.values;
  if (v.size() < 2) return p;
  p.times = trace.times;
  if (p.times.size() != v.size()) p.times.clear();
  for (std::size_t k = p.times.size(); k < v.size(); ++k)
    p.times.push_back(static_cast<double>(trace.first_step + k) * s.dt);
  p.end = p.times.back();
  const double from = p.end - shown_seconds(s.scene);
  while (p.first + 2 < v.size() && p.times[p.first] < from) ++p.first;
  p.begin = p.times[p.first];
  for (std::size_t k = p.first; k < v.size(); ++k)
    if (std::isfinite(v[k])) p.most = std::max(p.most, std::abs(v[k]));
  return p;
}

constexpr int plot_width = 900, plot_height = 220, plot_left = 90, plot_bottom = 30;

// Converts the values to points of a polyline, no more than can be distinguished.
std::string points_of(const Plot& p, const std::vector<double>& v) {
  constexpr std::size_t points = 1800;
  constexpr double half = (plot_height - plot_bottom) / 2.0;
  std::string line;
  const auto add = [&](std::size_t k) {
    if (!std::isfinite(v[k])) return;
    const double x = plot_left + (plot_width - plot_left) * (p.times[k] - p.begin) / (p.end - p.begin);
    line += fmt::format("{:.1f},{:.1f} ", x, half - 0.95 * half * v[k] / p.most);
  };
  // Takes the smallest and the largest value of each stretch, in their order, so that no peak is lost.
  const std::size_t stretch = std::max<std::size_t>(1, 2 * (v.size() - p.first) / points);
  for (std::size_t k = p.first; k < v.size(); k += stretch) {
    const auto from = v.begin() + static_cast<std::ptrdiff_t>(k);
    const auto to = v.begin() + static_cast<std::ptrdiff_t>(std::min(v.size(), k + stretch));
    const auto [low, high] = std::minmax_element(from, to);
    add(static_cast<std::size_t>(std::min(low, high) - v.begin()));
    if (low != high) add(static_cast<std::size_t>(std::max(low, high) - v.begin()));
  }
  return line;
}

std::string drawn_probe(const State& s, std::size_t probe) {
  const ProbeTrace& trace = s.probes[probe];
  const Plot p = plot_of(s, trace);
  if (p.most == 0) return "";
  constexpr double half = (plot_height - plot_bottom) / 2.0;
  const std::string_view unit = unit_of(quantity_of_probe(s.scene, static_cast<int>(probe)), s.scene.grid.polarization);
  const auto value = [&](double x) { return in_cells(s.scene.physics) ? plain(x, unit) : engineering(x, unit, 3); };
  return fmt::format(
      "<h3>{}</h3>\n<svg viewBox=\"0 0 {} {}\" width=\"{}\" font-size=\"14\" font-family=\"sans-serif\" "
      "fill=\"#5a6b7b\"><line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#c3ced8\"/>"
      "<text x=\"0\" y=\"18\">{}</text><text x=\"0\" y=\"{:.0f}\">{}</text><text x=\"{}\" y=\"{}\">{}</text>"
      "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>"
      "<polyline fill=\"none\" stroke=\"#1f6fb2\" stroke-width=\"1.3\" points=\"{}\"/></svg>\n",
      escaped(trace.name), plot_width, plot_height, plot_width, plot_left, half, plot_width, half, value(p.most),
      2 * half, value(-p.most), plot_left, plot_height - 4, engineering(p.begin, "s", 3), plot_width, plot_height - 4,
      engineering(p.end, "s", 3), points_of(p, trace.values));
}

}  // namespace

std::string page_of(const State& s, const Image& picture) {
  std::string out = fmt::format(head, escaped(shown_name(s)));
  out += fmt::format("<p class=\"moment\">step {} · t = {} · {} × {} {}</p>\n", s.step, engineering(s.time, "s", 3),
                     s.scene.grid.nx, s.scene.grid.ny, in_cells(s.scene.physics) ? "cells" : "nodes");
  out += fmt::format("<p><img alt=\"the field\" width=\"{}\" src=\"data:image/png;base64,{}\"></p>\n", picture.width,
                     base64(encode_png(picture)));
  if (!s.scene.text.empty()) out += fmt::format("<p>{}</p>\n", escaped(s.scene.text));
  out += checks_table(s);
  std::string plots;
  for (std::size_t k = 0; k < s.probes.size(); ++k) plots += drawn_probe(s, k);
  if (!plots.empty())
    out += fmt::format("<h2>Probes{}</h2>\n", is_steady(s.scene) ? ", the last ten periods" : "") + plots;
  out += fmt::format(
      "<h2>The scene</h2>\n<p>Copy this text and press Ctrl+V in ezscope, or start <code>ezscope {}</code>.</p>\n",
      link_of(s.scene, s.builtin));
  return out + fmt::format("<pre>{}</pre>\n</body></html>\n", escaped(write_scene(s.scene)));
}

}  // namespace ez
