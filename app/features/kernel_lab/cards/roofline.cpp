// The kernel lab's roofline: Gcell/s against arithmetic intensity, both logarithmic. Roofs are measured on this device.
// Each measured scheme is a dot at the intensity of its own operation count. The dot is filled if its arrays are larger
// than the L2 cache, and hollow if they fit. Item, in the window "Kernels": Roofline/##roofs (plot)
//
// A kernel with I operations per byte cannot exceed B·I operations per second on a memory with B bytes per second (S.
// Williams, A. Waterman, D. Patterson, Roofline, CACM 52, 2009). In cells this is B·I/n, with n operations per cell.
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "app/features/kernel_lab/cards/cards.h"
#include "app/features/kernel_lab/state.h"
#include "app/platform/units.h"

namespace ez {
namespace {

constexpr double operations = 12;  // per cell and step, for every scheme that can run a scene

struct Dot {
  const SchemeFacts* facts = nullptr;
  const SchemeSpeed* speed = nullptr;
  double x = 0;
  bool in_cache = false, runs = false;
};

// Returns the fastest measurement of each scheme and form on each grid.
std::vector<Dot> dots_of(const State& s) {
  std::vector<Dot> out;
  for (const SchemeSpeed& m : s.of<KernelState>().speeds) {
    const SchemeFacts* facts = find_scheme(m.scheme.name);
    if (!facts || speed_of(s, m.scheme.name, m.scheme.form, m.size) != &m) continue;
    Dot d{facts, &m, facts->operations / bytes_of(m), false, false};
    d.in_cache = s.of<KernelState>().roofs && s.of<KernelState>().roofs->l2_bytes > 0 &&
                 working_set(*facts, m.scheme.form, m.size) < s.of<KernelState>().roofs->l2_bytes;
    d.runs = m.scheme == s.of<KernelState>().scheme && m.size == size_of(s.scene);
    out.push_back(d);
  }
  return out;
}

struct Frame {
  double x0 = 0.08, x1 = 0.8, y0 = 1, y1 = 5000;
};
Frame frame_of(const std::vector<Dot>& dots, const Roofs& roofs, Precision precision) {
  Frame f;
  double low = 1e300, high = 0;
  if (roofs.host) {  // from one step per pass over memory to sixteen
    low = operations / bytes_of(Passes{1, 1, 0}, precision);
    high = 16 * low;
  }
  for (const SchemeFacts& s : all_schemes()) {
    if (!s.live || roofs.host) continue;
    if (precision == Precision::float32 ? !s.float32 : !s.float64) continue;
    low = std::min(low, intensity(s, 0, precision));
    high = std::max(high, intensity(s, 0, precision));
  }
  for (const Dot& d : dots) low = std::min(low, d.x), high = std::max(high, d.x);
  f.x0 = low / 1.3;
  f.x1 = high * (roofs.host ? 1.3 : 2.2);
  f.y0 = 1e-9 * roofs.copy * f.x0 / operations / 3;
  f.y1 =
      roofs.issue > 0 ? 1.8e-9 * roofs.issue / operations : 1.3e-9 * std::max(roofs.copy, roofs.l2) * f.x1 / operations;
  for (const Dot& d : dots) f.y0 = std::min(f.y0, d.speed->gcells / 1.6), f.y1 = std::max(f.y1, d.speed->gcells * 1.6);
  f.y0 = std::max(f.y0, 1e-3);
  return f;
}

// Sets ticks at 1, 2, 5 × 10ⁿ within a range.
void log_ticks(int axis, double low, double high, int most) {
  std::vector<double> at;
  for (double ten = std::pow(10, std::floor(std::log10(low))); ten <= high; ten *= 10)
    for (const double m : {1.0, 2.0, 5.0})
      if (ten * m >= low && ten * m <= high) at.push_back(ten * m);
  while (static_cast<int>(at.size()) > most) {  // keeps only the powers of ten
    std::vector<double> fewer;
    for (std::size_t i = 0; i < at.size(); i += 3) fewer.push_back(at[i]);
    at = std::move(fewer);
  }
  std::vector<std::string> words;
  std::vector<const char*> names;
  for (const double v : at) words.push_back(fmt::format("{:.4g}", v));
  for (const std::string& w : words) names.push_back(w.c_str());
  ImPlot::SetupAxisLimits(axis, low, high, ImPlotCond_Always);
  ImPlot::SetupAxisTicks(axis, at.data(), static_cast<int>(at.size()), names.data());
}

std::string bytes_per_second(double v) {
  return v >= 1e12 ? fmt::format("{} TB/s", fixed(1e-12 * v, 2)) : fmt::format("{} GB/s", fixed(1e-9 * v, 1));
}

// Draws a roof and returns the area of its name; empty without a roof.
Area roof(const Context& c, const Pen& pen, const Frame& f, const char* id, const char* name, double bytes,
          double ceiling, ImU32 color, bool name_above) {
  if (bytes <= 0) return {};
  const auto y = [&](double x) { return std::min(1e-9 * bytes * x / operations, ceiling); };
  const double knee = std::clamp(1e9 * ceiling * operations / bytes, f.x0, f.x1);
  const std::array<double, 3> xs = {f.x0, knee, f.x1}, ys = {y(f.x0), y(knee), y(f.x1)};
  ImPlotSpec spec;
  spec.LineColor = ImGui::ColorConvertU32ToFloat4(color);
  spec.LineWeight = c.px(2);
  ImPlot::PlotLine(id, xs.data(), ys.data(), 3, spec);
  // The line rises. A name above it is therefore at its left part and extends leftwards, a name below it is at its
  // right part.
  const double at = f.x0 * std::pow(f.x1 / f.x0, name_above ? 0.3 : 0.7);
  const ImVec2 p = ImPlot::PlotToPixels(at, y(at)), off(c.px(4), c.px(6));
  const std::string words = fmt::format("{}  {}", name, bytes_per_second(bytes));
  const ImVec2 size = c.look.measure(c.look.fonts.medium, font_size::small, words),
               a = name_above ? p - off - size : p + off;
  pen.text(a, {0, 0}, words, color, font_size::small, c.look.fonts.medium);
  return {a, a + size};
}

void issue_limit(const Context& c, const Pen& pen, const Frame& f, double gcells) {
  const std::array<double, 2> x = {f.x0, f.x1}, y = {gcells, gcells};
  ImPlotSpec spec;
  spec.LineColor = ImGui::ColorConvertU32ToFloat4(fade(c.t().text2, 0.8f));
  spec.LineWeight = c.px(1);
  ImPlot::PlotLine("##issue", x.data(), y.data(), 2, spec);
  const ImVec2 p = ImPlot::PlotToPixels(f.x0, gcells);
  pen.text(p + ImVec2(c.px(72), -c.px(4)), {0, 1}, c.say("compute limit, float: {} Gcell/s", speed_words(gcells)),
           c.t().text2, font_size::small);
}

bool on_host(const Context& c) { return c.state.of<KernelState>().roofs && c.state.of<KernelState>().roofs->host; }

std::string tip_of(const Context& c, const Dot& d) {
  const SchemeSpeed& m = *d.speed;
  const double bytes = bytes_of(m);
  std::string text =
      c.say("{}\n{}: {} on {}", d.facts->title, d.facts->paper, scheme_words(m.scheme), size_words(m.size));
  text += c.say("\n{} Gcell/s = {} Gflop/s", fixed(m.gcells, 2), fixed(m.gcells * d.facts->operations, 0));
  if (!on_host(c)) text += c.say(", block {} × {}", m.block.x, m.block.y);
  text += c.say("\n{} operations on {} bytes: {} per byte", fixed(d.facts->operations, 0),
                fixed(bytes, on_host(c) ? 1 : 0), fixed(d.x, 3));
  if (c.state.of<KernelState>().roofs && c.state.of<KernelState>().roofs->copy > 0)
    text += c.say("\n{} % of its DRAM roof",
                  fixed(100 * m.gcells / roof_gcells(m, c.state.of<KernelState>().roofs->copy), 0));
  text += m.slices > 0 ? c.say("\nmedian of {} slices", m.slices) : std::string("\nmeasured during the run");
  return text + (d.in_cache ? "\nits arrays fit into the L2 cache" : "");
}

// Returns whether the dot is named. Each scheme has one name, at the grid that runs if it was measured there.
bool named(const State& s, const std::vector<Dot>& dots, const Dot& d) {
  const RunSize here = size_of(s.scene);
  if (d.speed->size == here) return true;
  for (const Dot& other : dots) {
    if (!(other.speed->scheme == d.speed->scheme)) continue;
    if (other.speed->size == here || (&other < &d)) return false;
  }
  return true;
}

// Connects the dots of a scheme on different grids by lines.
void threads(const Context& c, const Pen& pen, const std::vector<Dot>& dots) {
  for (const Dot& a : dots)
    for (const Dot& b : dots)
      if (&a < &b && a.speed->scheme == b.speed->scheme)
        pen.list->AddLine(ImPlot::PlotToPixels(a.x, a.speed->gcells), ImPlot::PlotToPixels(b.x, b.speed->gcells),
                          fade(c.t().text, 0.35f), c.px(1));
}

// Writes the names, at the left of dots with small intensity and at the right of the others. Moves them apart and away
// from the areas `taken`.
void write_names(const Context& c, const Pen& pen, const std::vector<Dot>& dots, const Area& within,
                 std::span<const Area> taken) {
  if (dots.empty()) return;
  double most = 0;
  for (const Dot& d : dots) most = std::max(most, d.x);
  for (const bool right : {false, true}) {
    struct Name {
      float y;
      const Dot* dot;
      ImVec2 at;
    };
    std::vector<Name> all;
    for (const Dot& d : dots) {
      if ((d.x > 0.85 * most) != right || !named(c.state, dots, d)) continue;
      const ImVec2 p = ImPlot::PlotToPixels(d.x, d.speed->gcells);
      all.push_back({p.y, &d, p});
    }
    std::sort(all.begin(), all.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
    const float line = c.px(16);
    const float away = c.px(20) * (right ? 1.0f : -1.0f);
    for (std::size_t k = 0; k < all.size(); ++k) {
      Name& n = all[k];
      n.y = std::max(n.y, k ? all[k - 1].y + line : within.min.y + line / 2);
      const float w = c.look.measure(c.look.fonts.text, font_size::small, scheme_words(n.dot->speed->scheme)).x;
      const float x = n.at.x + away - (right ? 0 : w);
      for (const Area& a : taken)
        if (a.meets({{x, n.y - line / 2}, {x + w, n.y + line / 2}})) n.y = a.max.y + line / 2 + c.px(1);
    }
    for (std::size_t k = all.size(); k-- > 0;)
      all[k].y = std::min(all[k].y, k + 1 < all.size() ? all[k + 1].y - line : within.max.y - line / 2);
    for (const Name& n : all) {
      const ImU32 color = n.dot->runs ? c.t().accent : c.t().text;
      pen.list->AddLine(n.at, {n.at.x + away * 0.9f, n.y}, fade(color, 0.35f), c.px(1));
      pen.text({n.at.x + away, n.y}, {right ? 0.0f : 1.0f, 0.5f}, scheme_words(n.dot->speed->scheme), color,
               font_size::small);
    }
  }
}

void draw_dots(const Context& c, const Pen& pen, const std::vector<Dot>& dots) {
  const Dot* pointed = nullptr;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const Dot& d : dots) {
    const ImVec2 p = ImPlot::PlotToPixels(d.x, d.speed->gcells);
    const ImU32 color = d.runs ? c.t().accent : c.t().text;
    if (d.in_cache) {
      pen.list->AddCircleFilled(p, c.px(5), c.t().panel);
      pen.list->AddCircle(p, c.px(d.runs ? 6 : 5), color, 0, c.px(1.5f));
    } else {
      pen.list->AddCircleFilled(p, c.px(d.runs ? 6 : 5), color);
    }
    if (std::hypot(mouse.x - p.x, mouse.y - p.y) < c.px(9)) pointed = &d;
  }
  if (pointed && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(tip_of(c, *pointed).c_str());
    ImGui::EndTooltip();
  }
}

// Draws the legend in the corner without roofs and dots. On a CPU this is the left one, because its dot is far to the
// right.
void legend(const Context& c, const Pen& pen, const Area& plot) {
  ImVec2 p = on_host(c) ? plot.min + c.look.px(96, 14) : plot.max - c.look.px(176, 34);
  pen.list->AddCircleFilled(p, c.px(5), c.t().text);
  pen.text(p + ImVec2(c.px(12), 0), {0, 0.5f}, "fields in DRAM", c.t().text2, font_size::small);
  if (c.state.of<KernelState>().roofs->l2_bytes <= 0) return;  // the size of the cache is unknown
  p.y += c.px(20);
  pen.list->AddCircle(p, c.px(5), c.t().text, 0, c.px(1.5f));
  pen.text(p + ImVec2(c.px(12), 0), {0, 0.5f}, "fields fit in L2", c.t().text2, font_size::small);
}

void plot(const Context& c, const Roofs& roofs, const Area& area) {
  const std::vector<Dot> dots = dots_of(c.state);
  const Frame f = frame_of(dots, roofs, c.state.scene.grid.precision);
  ImGui::SetCursorScreenPos(area.min);
  if (!ImPlot::BeginPlot("##roofs", {area.width(), area.height()},
                         ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs))
    return;
  ImPlot::SetupAxes(nullptr, nullptr);
  ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
  ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
  log_ticks(ImAxis_X1, f.x0, f.x1, 8);
  log_ticks(ImAxis_Y1, f.y0, f.y1, 14);
  ImPlot::SetupFinish();
  const Pen pen{c.look, ImPlot::GetPlotDrawList()};
  const ImVec2 p = ImPlot::GetPlotPos(), s = ImPlot::GetPlotSize();
  const double ceiling = roofs.issue > 0 ? 1e-9 * roofs.issue / operations : std::numeric_limits<double>::infinity();
  const std::array<Area, 2> taken = {roof(c, pen, f, "##l2", "L2", roofs.l2, ceiling, c.t().data[1], true),
                                     roof(c, pen, f, "##dram", "DRAM", roofs.copy, ceiling, c.t().data[2], false)};
  if (roofs.issue > 0) issue_limit(c, pen, f, ceiling);
  pen.text(p + c.look.px(8, 4), {0, 0}, "Gcell/s", c.t().text2, font_size::small);
  threads(c, pen, dots);
  write_names(c, pen, dots, {p, p + s}, taken);
  draw_dots(c, pen, dots);
  legend(c, pen, {p, p + s});
  if (dots.empty()) pen.text(p + s / 2, {0.5f, 0.5f}, "No measurements yet.", c.t().text2);
  ImPlot::EndPlot();
}

std::string threads_words(const Context& c, int n) {
  return n == 1 ? "with one thread " : c.say("with {} threads ", n);
}

}  // namespace

void roofline_card(const Context& c, const Area& area, std::string_view title) {
  const std::optional<Roofs>& roofs = c.state.of<KernelState>().roofs;
  const bool there = roofs && roofs->why.empty();
  const std::string stated = there && roofs->theoretical > 0
                                 ? c.say(" (nominal {} TB/s)", fixed(1e-12 * roofs->theoretical, 2))
                                 : std::string();
  const Area inside = card(
      c, area, title,
      there ? c.say("12 operations per cell and step. Roofs were measured {}in {} ms{}.",
                    roofs->host ? threads_words(c, c.state.engine.threads) : "", fixed(1e3 * roofs->seconds, 0), stated)
            : std::string());
  ImGui::PushID("Roofline");
  if (there) {
    ImGui::PushFont(c.look.fonts.mono, font_size::small);
    plot(c, *roofs, {inside.min, {inside.max.x, inside.max.y - c.px(14)}});
    ImGui::PopFont();
    Pen{c.look, ImGui::GetWindowDrawList()}.text(
        {(inside.min.x + inside.max.x) / 2, area.max.y - c.px(13)}, {0.5f, 0.5f},
        "Arithmetic intensity, operations per byte of DRAM traffic", c.t().text2, font_size::small);
  } else {
    const Sentence why = roofs ? Sentence(roofs->why) : Sentence("Measuring the roofs …");
    write_centred(c, inside, {why, c.tr(own_speed(c.state))});
  }
  ImGui::PopID();
}

}  // namespace ez
