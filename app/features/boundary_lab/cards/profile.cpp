// The boundary lab's card of the absorbing layer's profile. Items, in the window "Panel":
//   CPML profile (head)  CPML profile/##profile (plot)
//   its handles: CPML profile/##sigma_handle ##order_handle ##kappa_handle ##alpha_handle
//   CPML profile/##gridded
//   the items of table_handles() and table_row() (profile_tables.cpp)
//   the items of grading_fields() (grading.cpp) and optimise_rows() (optimise.cpp)
//
// The plot shows σ = σ_max u^m, κ = 1 + (κ_max − 1)u^m and α = α_max(1 − u) over the layer, from its inner edge (u = 0)
// to the boundary (u = 1), or the scene's tables of them. The left axis is σ in units of σ_opt. The curves of κ − 1 and
// α have separate full scales. Their names and values are written at their handles.
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/cards/profile_handles.h"
#include "app/features/boundary_lab/memory.h"
#include "app/platform/units.h"
#include "app/ui/panels/boundary_rows.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/gridded.h"
#include "app/ui/readings.h"
#include "solver/measure/layer_causes.h"
#include "solver/scene/layer_profile.h"

namespace ez {
namespace {

constexpr double order_at = 0.75;  // depth u of the handle that sets the order
constexpr double least_order = 1, most_order = 6;
constexpr std::size_t sigma_scale = 0, kappa_scale = 1, alpha_scale = 2;

// Returns the smallest of 1, 2, 5 × 10ⁿ that leaves the value space to grow.
double roomy(double value, double least) {
  double full = least;
  while (value > 0.9 * full) full = nice_below(full * 2.6);
  return full;
}

// The layer of a side with factor 1, with σ in units of σ_opt.
class Profile {
 public:
  explicit Profile(const Scene& s)
      : sigma_opt_(optimal_sigma(s.boundary.cpml, cell_size(s).x, 1 / background_index(s))),
        profile_(s.boundary.cpml, 1, cell_size(s).x, 1 / background_index(s)) {}
  double sigma(double u) const { return profile_.sigma(u) / sigma_opt_; }
  double kappa(double u) const { return profile_.kappa(u); }
  double alpha(double u) const { return profile_.alpha(u); }
  double sigma_opt() const { return sigma_opt_; }  // S/m

 private:
  double sigma_opt_;
  LayerProfile profile_;
};

// Heights of the handles in the plot, 0 … 1.
struct Heights {
  double sigma, order, kappa, alpha;
};
Heights heights(const Scene& s, const std::array<double, 3>& full) {
  const Profile p(s);
  return {p.sigma(1) / full[sigma_scale], p.sigma(order_at) / full[sigma_scale], (p.kappa(1) - 1) / full[kappa_scale],
          p.alpha(0) / full[alpha_scale]};
}

double largest(const std::vector<double>& table, double without) {
  return table.empty() ? without : *std::ranges::max_element(table);
}

void choose_scales(const Scene& s, std::array<double, 3>& full) {
  const CpmlGrading& g = s.boundary.cpml;
  const Profile p(s);
  full[sigma_scale] =
      roomy(g.sigma_table.empty() ? g.sigma : *std::ranges::max_element(g.sigma_table) / p.sigma_opt(), 1);
  full[kappa_scale] = roomy(largest(g.kappa_table, g.kappa) - 1, 2);
  full[alpha_scale] = roomy(largest(g.alpha_table, p.alpha(0)), nice_below(2e-5 / cell_size(s).x));
  // The handles of σ and κ are both at the boundary. They must not overlap.
  const Heights h = heights(s, full);
  if (std::abs(h.sigma - h.kappa) < 0.08) full[kappa_scale] = nice_below(full[kappa_scale] * 2.6);
}

double hundredths(double v) { return std::round(v * 100) / 100; }

// Each of these sets the grading from the height to which a handle was dragged.
void set_sigma(CpmlGrading& g, double height, double full) { g.sigma = hundredths(std::max(0.0, height) * full); }
void set_kappa(CpmlGrading& g, double height, double full) { g.kappa = 1 + hundredths(std::max(0.0, height) * full); }
void set_order(CpmlGrading& g, double height, double full) {
  const double share = std::clamp(height * full / std::max(g.sigma, 1e-9), 1e-6, 1.0);
  g.order = std::clamp(hundredths(std::log(share) / std::log(order_at)), least_order, most_order);
}
void set_alpha(CpmlGrading& g, double height, double full) {
  const double step = full / 1000;
  g.alpha = tidy(std::round(std::max(0.0, height) * full / step) * step);
}

// ---- handles
using Frame = ProfileFrame;
using Handle = ProfileHandle;

struct Colors {
  ImU32 sigma, kappa, alpha;
};
Colors colors(const Theme& t) { return {t.data[3], t.data[1], t.data[4]}; }

void handles(const Context& c, const Frame& f) {
  const Scene& s = active_scene(c.state);
  const std::array<double, 3>& full = c.memory.of<LabMemory>().full;
  CpmlGrading g = s.boundary.cpml;
  const Heights h = heights(s, full);
  const Colors k = colors(c.t());
  bool changed = false;
  const auto drag = [&](const Handle& handle, auto set, std::size_t scale) {
    const std::optional<ImVec2> to = dragged(c, handle);
    if (!to) return;
    set(g, std::min(f.height(to->y), 1.0), full[scale]);
    changed = true;
  };
  if (g.alpha_table.empty())
    drag({"##alpha_handle", "α at the inner edge. Drag up or down to change it", f.at(0, h.alpha), k.alpha}, set_alpha,
         alpha_scale);
  if (g.kappa_table.empty())
    drag({"##kappa_handle", "κ at the outer boundary. Drag up or down to change it", f.at(1, h.kappa), k.kappa},
         set_kappa, kappa_scale);
  if (g.sigma_table.empty())
    drag({"##sigma_handle", "σ at the outer boundary. Drag up or down to change it", f.at(1, h.sigma), k.sigma},
         set_sigma, sigma_scale);
  if (g.sigma_table.empty() && g.sigma > 0)
    drag({"##order_handle", "Order m of the grading. Drag up to make it flatter, down to make it steeper",
          f.at(order_at, h.order), k.sigma},
         set_order, sigma_scale);
  const ProfileScales units = {full[sigma_scale] * Profile(s).sigma_opt(), full[kappa_scale], full[alpha_scale]};
  changed |= table_handles(c, f, units, {k.sigma, k.kappa, k.alpha}, g);
  if (changed && !(g == s.boundary.cpml)) edit_grading(c, g);
}

// ---- the plot
void plot_line(const Context& c, const char* id, const std::vector<double>& x, const std::vector<double>& y,
               ImU32 color) {
  ImPlotSpec spec;
  spec.LineColor = ImGui::ColorConvertU32ToFloat4(color);
  spec.LineWeight = c.px(2);
  ImPlot::PlotLine(id, x.data(), y.data(), static_cast<int>(x.size()), spec);
}

void profiles(const Context& c, const Scene& s) {
  const Profile p(s);
  const std::array<double, 3>& full = c.memory.of<LabMemory>().full;
  std::vector<double> x, sigma, kappa, alpha;
  for (int k = 0; k <= 96; ++k) {
    const double u = k / 96.0;
    x.push_back(u);
    sigma.push_back(p.sigma(u) / full[sigma_scale]);
    kappa.push_back((p.kappa(u) - 1) / full[kappa_scale]);
    alpha.push_back(p.alpha(u) / full[alpha_scale]);
  }
  const Colors k = colors(c.t());
  ImPlotSpec fill;
  fill.FillColor = ImGui::ColorConvertU32ToFloat4(fade(k.sigma, 0.12f));
  ImPlot::PlotShaded("##fill", x.data(), sigma.data(), static_cast<int>(x.size()), 0, fill);
  plot_line(c, "##alpha", x, alpha, k.alpha);
  plot_line(c, "##kappa", x, kappa, k.kappa);
  plot_line(c, "##sigma", x, sigma, k.sigma);
}

// Sets up the x axis with ticks in cells from the inner edge.
void depth_axis(const Context& c, int cells) {
  ImPlot::SetupAxisLimits(ImAxis_X1, -0.03, 1.03, ImPlotCond_Always);
  std::vector<double> at = {0};
  std::vector<std::string> words = {c.tr("inner")};
  const int step = std::max(1, static_cast<int>(std::ceil(cells / 6.0)));
  for (int n = step; n <= cells - step; n += step)
    if (n > 0.15 * cells) at.push_back(static_cast<double>(n) / cells), words.push_back(std::to_string(n));
  at.push_back(1);
  words.push_back(c.tr("wall"));
  std::vector<const char*> names;
  for (const std::string& w : words) names.push_back(w.c_str());
  ImPlot::SetupAxisTicks(ImAxis_X1, at.data(), static_cast<int>(at.size()), names.data());
}

void height_axis(double full) {
  ImPlot::SetupAxisLimits(ImAxis_Y1, -0.05, 1.06, ImPlotCond_Always);
  std::array<std::string, 5> words;
  std::array<const char*, 5> names;
  constexpr std::array<double, 5> at = {0, 0.25, 0.5, 0.75, 1};
  for (std::size_t k = 0; k < at.size(); ++k) {
    words[k] = fmt::format("{:.4g}", at[k] * full);
    names[k] = words[k].c_str();
  }
  ImPlot::SetupAxisTicks(ImAxis_Y1, at.data(), static_cast<int>(at.size()), names.data());
}

// Writes each curve's value next to its handle, on an opaque background because curves cross it.
void values(const Context& c, const Pen& pen, const Frame& f) {
  const Scene& s = active_scene(c.state);
  const CpmlGrading& g = s.boundary.cpml;
  const Heights h = heights(s, c.memory.of<LabMemory>().full);
  const Colors k = colors(c.t());
  const auto say = [&](ImVec2 p, bool left, float down, const std::string& words, ImU32 color) {
    const ImVec2 size = c.look.measure(c.look.fonts.medium, font_size::small, words);
    const float y = std::clamp(p.y + c.px(down), f.top + size.y / 2, f.inner.y - size.y / 2);
    const ImVec2 a(left ? p.x - c.px(12) - size.x : p.x + c.px(12), std::round(y - size.y / 2));
    pen.fill({a.x - c.px(3), a.y}, {a.x + size.x + c.px(3), a.y + size.y}, fade(c.t().panel, 0.8f), 3);
    pen.text(a, {0, 0}, words, color, font_size::small, c.look.fonts.medium);
  };
  const Profile p(s);
  say(f.at(1, h.sigma), true, 0, fmt::format("{} σopt", fixed(p.sigma(1), 2)), k.sigma);
  say(f.at(1, h.kappa), true, 0, fmt::format("κ {}", fixed(p.kappa(1), 2)), k.kappa);
  say(f.at(0, h.alpha), false, h.alpha < 0.85 ? -8.0f : 12.0f, fmt::format("α {}", engineering(p.alpha(0), "S/m", 1)),
      k.alpha);
  if (g.sigma_table.empty() && g.sigma > 0)
    say(f.at(order_at, h.order), true, 0, fmt::format("m {}", fixed(g.order, 2)), k.sigma);
}

void profile_plot(const Context& c) {
  const Scene& s = active_scene(c.state);
  if (!ImGui::IsAnyItemActive()) choose_scales(s, c.memory.of<LabMemory>().full);
  ImGui::PushFont(c.look.fonts.mono, font_size::small);
  std::optional<Frame> frame;
  if (ImPlot::BeginPlot("##profile", {ImGui::GetContentRegionAvail().x, plot_height(c, 0.24f, 170, 284)},
                        ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs)) {
    ImPlot::SetupAxes(nullptr, nullptr);
    depth_axis(c, s.boundary.cpml.cells);
    height_axis(c.memory.of<LabMemory>().full[sigma_scale]);
    ImPlot::SetupFinish();
    profiles(c, s);
    frame = Frame{ImPlot::PlotToPixels(0, 0), ImPlot::PlotToPixels(1, 0), ImPlot::PlotToPixels(0, 1).y};
    values(c, {c.look, ImPlot::GetPlotDrawList()}, *frame);
    ImPlot::EndPlot();
  }
  ImGui::PopFont();
  if (!frame) return;
  const ImVec2 below = ImGui::GetCursorScreenPos();
  handles(c, *frame);
  ImGui::SetCursorScreenPos(below);
  ImGui::Dummy({0, 0});
}

// Writes the worst reflection now, and its value before the last change.
void worst_reflection(const Context& c) {
  const ReflectionReading* reading = active_reading(c.state);
  if (!reading) return;
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = c.px(28), cy = p.y + h / 2;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const float x = p.x + pen.text({p.x, cy}, {0, 0.5f}, "Worst, all", c.t().text2) + c.px(16);
  const bool past = is_past(c.state, c.state.active);
  const ImU32 color = past ? c.t().text2 : colors(c.t()).sigma;
  const float number = pen.mono({x, cy}, {0, 0.5f}, past ? "–" : decibels(reading->worst), color, 22);
  const std::string unit =
      past ? c.say("({} dB at {})", decibels(reading->worst), engineering(reading->valid_until, "s", 2)) : "dB";
  pen.text({x + number + c.px(6), cy}, {0, 0.5f}, unit, c.t().text2, font_size::small);
  if (const auto before = c.memory.worst_before; before && reading->worst != before && !past)
    pen.text({p.x + w, cy}, {1, 0.5f}, c.say("was {} dB", decibels(before)), c.t().text2, font_size::small);
  ImGui::Dummy({w, h});
}

// Writes the layer's thickness in wavelengths, and what makes it reflect whatever its grading.
void layer_rows(const Context& c) {
  const Scene& s = active_scene(c.state);
  for (const Side side : all_sides)
    if (const double waves = layer_waves(s, side); waves > 0) {
      hint(c.look, c.say("Thickness: {} cells, {:.2f} wavelengths", s.boundary.cpml.cells, waves));
      break;
    }
  gridded_row(c);
  for (const LayerCause& cause : layer_causes(s)) warning(c.look, c.tr(capital(cause.what)));
}

std::ptrdiff_t layers_of(const Scene& s) {
  return std::count_if(all_sides.begin(), all_sides.end(), [&](Side side) { return s.boundary.has_layer(side); });
}

std::string summary(const Context& c, bool) {
  const Scene& s = active_scene(c.state);
  const std::ptrdiff_t layers = layers_of(s);
  return layers ? c.say("{} cells · {} of 4 sides", s.boundary.cpml.cells, layers) : c.tr("no CPML side");
}

void rows(const Context& c) {
  if (layers_of(active_scene(c.state))) {
    profile_plot(c);
    table_row(c);
    grading_fields(c);
    worst_reflection(c);
    layer_rows(c);
    optimise_rows(c);
  } else {
    hint(c.look, "The active pane has no absorbing layer. Set a side to CPML to edit its profile here.");
  }
}

}  // namespace

std::optional<ImVec2> dragged(const Context& c, const ProfileHandle& h) {
  const float side = c.px(20);
  ImGui::SetCursorScreenPos({h.at.x - side / 2, h.at.y - side / 2});
  ImGui::InvisibleButton(h.id, {side, side});
  const bool held = ImGui::IsItemActive();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsItemActivated()) c.memory.of<LabMemory>().grip = mouse - h.at, c.memory.touch.held = true;
  const bool lit = held || ImGui::IsItemHovered();
  if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  if (!held) tip(c.look, h.words);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddCircleFilled(h.at, c.px(lit ? 7 : 6), c.t().panel);
  list->AddCircleFilled(h.at, c.px(lit ? 6 : 5), h.color);
  const ImVec2 delta = ImGui::GetIO().MouseDelta;
  if (!held || ImGui::IsItemActivated() || (delta.x == 0 && delta.y == 0)) return std::nullopt;
  return mouse - c.memory.of<LabMemory>().grip;
}

const PanelSection profile_card = {.name = "CPML profile",
                                   .icon = icon::profile,
                                   .help = "σ, κ and α across the absorbing layer. Drag the points to change them",
                                   .workspace = Workspace::boundary_lab,
                                   .summary = summary,
                                   .rows = rows,
                                   .open_at_first = [](const State&, bool) { return true; }};

}  // namespace ez
