// The boundary lab's card that plots reflection against angle or frequency. Items, in the window "Panel":
//   Reflection (head)  Reflection/##against/Angle, Frequency  Reflection/##side (combo: Worst, Left, Right, Bottom,
//   Top)
//   Reflection/##frequency ##source_frequency (with Angle)  Reflection/##measure (while nothing is measured)
//   Reflection/##angle ##spectrum (plots)
//   the items of explain_rows() (explain.cpp)
//   Reflection/##pulse ##steady (while a steady source is measured, or the pulse that replaces it)
// Solid lines are the theory of a plane wave on this grid. Dashed lines are the theory for Δ → 0. Markers are measured
// values. The thin line through the markers is the value expected there from a boundary without a fault. It differs
// from the plane wave's theory, because a circular wave a few wavelengths in size meets the boundary at many angles at
// once.
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/measuring_pulse.h"
#include "app/features/boundary_lab/memory.h"
#include "app/platform/units.h"
#include "app/ui/picture/marks/pane_marks.h"
#include "app/ui/readings.h"
#include "solver/base/text_with.h"
#include "solver/measure/mirror.h"
#include "solver/measure/open_sides.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

constexpr const char* without_fault = "theory without a fault";

constexpr ImPlotFlags still = ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs;

// Returns ImPlot's marker with the shape of the pane's mark (pane_mark).
ImPlotMarker marker_of(int pane) {
  constexpr std::array<ImPlotMarker, 4> markers = {ImPlotMarker_Square, ImPlotMarker_Circle, ImPlotMarker_Diamond,
                                                   ImPlotMarker_Up};
  return markers[static_cast<std::size_t>(pane) % markers.size()];
}

// Returns by how many dB the measured values of a side exceed those of a boundary without a fault, at most, at the same
// nodes. Empty if no measured value can be compared.
std::optional<double> excess_over_faultless(const ReflectionReading& reading, Side side) {
  std::optional<double> most;
  for (const AnglePoint& p : reading.angles)
    if (p.side == side && p.db && p.point_db && *p.point_db > lowest_db)
      most = std::max(most.value_or(-1e300), *p.db - *p.point_db);
  return most;
}

// Returns the side whose reflection is shown for this pane.
Side shown_side(const Context& c, const PaneState& pane) {
  return c.memory.of<LabMemory>().side.value_or(worst_side(pane.reflection).side);
}

// Returns the side that is shown for all panes. Empty if it differs between panes.
std::optional<Side> common_side(const Context& c) {
  const std::vector<PaneState>& panes = c.state.panes;
  if (panes.empty()) return std::nullopt;
  const Side first = shown_side(c, panes.front());
  const bool same =
      std::all_of(panes.begin(), panes.end(), [&](const PaneState& p) { return shown_side(c, p) == first; });
  return same ? std::optional(first) : std::nullopt;
}

std::string curve_name(const Context& c, int index) {
  std::string name = c.tr(pane_name(c.state, index));
  if (!common_side(c))
    name += fmt::format(" · {}", c.tr(to_string(shown_side(c, c.state.panes[static_cast<std::size_t>(index)]))));
  return name;
}

// Names the worst side, and the echoes that decide if they are the same in all panes.
std::string worst_words(const Context& c) {
  const std::optional<Side> common = common_side(c);
  if (!common) return c.tr("Worst side of each pane");
  const auto by = [](const PaneState& p) { return worst_side(p.reflection).by; };
  const WorstSide::By first = by(c.state.panes.front());
  const bool alike = std::ranges::all_of(c.state.panes, [&](const PaneState& p) { return by(p) == first; });
  const std::string side(c.tr(to_string(*common)));
  if (alike && first == WorstSide::By::own) return c.say("Worst side: {}, {}", side, c.tr("own"));
  if (alike && first == WorstSide::By::all) return c.say("Worst side: {}, {}", side, c.tr("all"));
  return c.say("Worst side: {}", side);
}

void side_combo(const Context& c, float width) {
  std::optional<Side>& side = c.memory.of<LabMemory>().side;
  if (!begin_combo(c.look, "##side", side ? name_of(*side) : worst_words(c), width)) {
    tip(c.look, side ? "Selects the side whose reflection is shown"
                     : "Shows the side that reflects most. A side without an own echo counts with all echoes. If no "
                       "side has an own echo, the side whose markers exceed a faultless boundary most is shown");
    return;
  }
  if (combo_item(c.look, "Worst side", !side)) side.reset();
  for (const Side s : all_sides)
    if (combo_item(c.look, name_of(s), side == s)) side = s;
  ImGui::EndCombo();
}

void frequency_row(const Context& c) {
  LabSettings settings = c.state.instruments;
  const float w = row(c.look, "Frequency of plot");
  double f = angle_frequency(active_scene(c.state), settings.angle_frequency);
  if (number_field(c.look, "##frequency", f,
                   {.unit = "Hz",
                    .prefixes = true,
                    .min = 1,
                    .max = 1e18,
                    .logarithmic = f > 0,
                    .instead = f > 0 ? std::string_view() : "–"},
                   w - c.px(28))) {
    settings.angle_frequency = f;
    c.send(command::SetLab{settings});
  }
  tip(c.look, "Sets the frequency at which reflection is plotted against angle, measured and in theory");
  same_row(c.look);
  ImGui::BeginDisabled(settings.angle_frequency <= 0);
  if (icon_button(c.look, "##source_frequency", icon::undo, ButtonState::plain, 24, 12)) {
    settings.angle_frequency = 0;
    c.send(command::SetLab{settings});
  }
  ImGui::EndDisabled();
  tip(c.look, "Uses the frequency of the first source");
}

ImPlotSpec line_spec(const Context& c, ImU32 color, float weight) {
  ImPlotSpec spec;
  spec.LineColor = ImGui::ColorConvertU32ToFloat4(color);
  spec.LineWeight = c.px(weight);
  return spec;
}

// Angles in degrees (or frequencies in Hz) and values in dB of the points of the shown side.
struct Curve {
  std::vector<double> x, y;
};
Curve points_of(const Context& c, const PaneState& pane, std::optional<double> AnglePoint::*value) {
  Curve out;
  const Side side = shown_side(c, pane);
  for (const AnglePoint& p : pane.reflection.angles)
    if (p.side == side && p.*value) out.x.push_back(p.degrees), out.y.push_back(std::max(*(p.*value), lowest_db));
  return out;
}

// Returns whether the shown side may have a fault, which theory does not know of. A hidden fault counts for all sides.
bool has_fault(const Context& c, const PaneState& pane) {
  const Scene& s = pane.scene;
  const Side side = shown_side(c, pane);
  return s.hidden_fault ||
         std::any_of(s.faults.begin(), s.faults.end(), [&](BoundaryFault f) { return f.side == side; });
}

const TheoryCurve& theory_of(const Context& c, std::size_t pane) { return c.memory.of<LabMemory>().curves[pane]; }

// Returns the panes that share this pane's theory, in order, including this pane.
std::vector<std::size_t> panes_with_same_theory(const Context& c, std::size_t index) {
  std::vector<std::size_t> out;
  const TheoryCurve& own = theory_of(c, index);
  for (std::size_t k = 0; k < c.memory.of<LabMemory>().curves.size(); ++k)
    if (theory_of(c, k).discrete == own.discrete && theory_of(c, k).continuous == own.continuous) out.push_back(k);
  return out;
}

void ring_theory(const Context& c, const PaneState& pane, int index) {
  const auto [x, y] = points_of(c, pane, &AnglePoint::point_db);
  ImPlot::PlotLine(fmt::format("##r{}", index).c_str(), x.data(), y.data(), static_cast<int>(x.size()),
                   line_spec(c, pane_color(c.t(), index), 1));
}

// Draws the measured points and returns their positions.
std::vector<ImVec2> measured_points(const Context& c, const PaneState& pane, int index) {
  const auto [x, y] = points_of(c, pane, &AnglePoint::db);
  ImPlotSpec spec = line_spec(c, pane_color(c.t(), index), 1.5f);
  spec.Marker = marker_of(index);
  spec.MarkerSize = c.px(4);
  spec.MarkerFillColor = ImGui::ColorConvertU32ToFloat4(c.t().panel);
  spec.MarkerLineColor = spec.LineColor;
  ImPlot::PlotScatter(fmt::format("##m{}", index).c_str(), x.data(), y.data(), static_cast<int>(x.size()), spec);
  return on_screen(x, y);
}

// Draws the theory line. A line that several panes share is drawn once, in a neutral colour.
void draw_theory(const Context& c, const Pen& pen, std::size_t index, std::vector<NamedCurve>& out) {
  const std::vector<std::size_t> alike = panes_with_same_theory(c, index);
  const TheoryCurve& curve = theory_of(c, index);
  if (alike.front() != index || curve.discrete.empty()) return;
  const ImU32 color = alike.size() > 1 ? c.t().text2 : pane_color(c.t(), static_cast<int>(index));
  if (!curve.continuous.empty()) dashed(pen, on_screen(curve.degrees, curve.continuous), fade(color, 0.6f), 1);
  ImPlot::PlotLine(fmt::format("##t{}", index).c_str(), curve.degrees.data(), curve.discrete.data(),
                   static_cast<int>(curve.discrete.size()), line_spec(c, color, 1.5f));
  std::string name;
  for (const std::size_t k : alike) {
    if (has_fault(c, c.state.panes[k])) {
      name = without_fault;
      break;
    }
    name += (name.empty() ? "" : ", ") + curve_name(c, static_cast<int>(k));
  }
  out.push_back({on_screen(curve.degrees, curve.discrete), name, color});
}

// Draws one pane's theory and markers. The pane's name is at its theory line. If there is no such line, or it does not
// describe the pane, the name is at the markers.
void draw_pane(const Context& c, const Pen& pen, std::size_t index, std::vector<NamedCurve>& out) {
  const PaneState& pane = c.state.panes[index];
  draw_theory(c, pen, index, out);
  const int i = static_cast<int>(index);
  ring_theory(c, pane, i);
  const std::vector<std::size_t> alike = panes_with_same_theory(c, index);
  const bool at_marks =
      theory_of(c, index).discrete.empty() ||
      std::any_of(alike.begin(), alike.end(), [&](std::size_t k) { return has_fault(c, c.state.panes[k]); });
  out.push_back({measured_points(c, pane, i), at_marks ? curve_name(c, i) : std::string(), pane_color(c.t(), i)});
}

void angle_plot(const Context& c, float width, float height) {
  if (!ImPlot::BeginPlot("##angle", {width, height}, still)) return;
  constexpr std::array<double, 7> at = {0, 15, 30, 45, 60, 75, 90};
  constexpr std::array<const char*, 7> names = {"0°", "15°", "30°", "45°", "60°", "75°", "90°"};
  ImPlot::SetupAxes(nullptr, nullptr);
  ImPlot::SetupAxisLimits(ImAxis_X1, 0, 92, ImPlotCond_Always);
  ImPlot::SetupAxisTicks(ImAxis_X1, at.data(), static_cast<int>(at.size()), names.data());
  setup_db_axis();
  ImPlot::SetupFinish();
  const Pen pen{c.look, ImPlot::GetPlotDrawList()};
  const std::vector<PaneState>& panes = c.state.panes;
  std::vector<TheoryCurve>& theory = c.memory.of<LabMemory>().curves;
  theory.resize(panes.size());
  for (std::size_t i = 0; i < panes.size(); ++i)
    answered(theory[i], panes[i].scene, shown_side(c, panes[i]),
             angle_frequency(panes[i].scene, c.state.instruments.angle_frequency));
  std::vector<NamedCurve> curves;
  ImPlot::PushPlotClipRect();
  for (std::size_t i = 0; i < panes.size(); ++i) draw_pane(c, pen, i, curves);
  ImPlot::PopPlotClipRect();
  const ImVec2 p = ImPlot::GetPlotPos(), s = ImPlot::GetPlotSize();
  name_curves(pen, curves, {p, p + s});
  ImPlot::EndPlot();
}

// Frequencies spanned by the spectra of all panes, in Hz.
struct Band {
  double low = 1e300, high = 0;
};
Band band_of(const Context& c) {
  Band b;
  for (const PaneState& pane : c.state.panes)
    for (const SpectrumPoint& p : pane.reflection.spectrum[static_cast<std::size_t>(shown_side(c, pane))])
      b.low = std::min(b.low, p.frequency), b.high = std::max(b.high, p.frequency);
  return b;
}

void spectrum_plot(const Context& c, float width, float height) {
  const Band band = band_of(c);
  if (!ImPlot::BeginPlot("##spectrum", {width, height}, still)) return;
  const bool any = band.high > band.low;
  const Prefix prefix = prefix_for(any ? band.high : 1e9);
  ImPlot::SetupAxes(nullptr, nullptr);
  setup_axis(ImAxis_X1, any ? band.low : 0, any ? band.high : 1e9, 6, prefix.factor);
  setup_db_axis();
  ImPlot::SetupFinish();
  const Pen pen{c.look, ImPlot::GetPlotDrawList()};
  std::vector<NamedCurve> curves;
  const std::vector<PaneState>& panes = c.state.panes;
  for (std::size_t i = 0; i < panes.size(); ++i) {
    std::vector<double> x, y;
    for (const SpectrumPoint& p : panes[i].reflection.spectrum[static_cast<std::size_t>(shown_side(c, panes[i]))])
      if (p.db) x.push_back(p.frequency), y.push_back(std::max(*p.db, lowest_db));
    const int index = static_cast<int>(i);
    ImPlot::PlotLine(fmt::format("##s{}", i).c_str(), x.data(), y.data(), static_cast<int>(x.size()),
                     line_spec(c, pane_color(c.t(), index), 2));
    curves.push_back({on_screen(x, y), curve_name(c, index), pane_color(c.t(), index)});
  }
  const ImVec2 p = ImPlot::GetPlotPos(), s = ImPlot::GetPlotSize();
  name_curves(pen, curves, {p, p + s});
  pen.text({p.x + s.x, p.y + s.y - c.px(2)}, {1, 1}, fmt::format("{}Hz", prefix.symbol), c.t().text2, font_size::small);
  ImPlot::EndPlot();
}

bool has_marks(const Context& c) {
  const std::vector<PaneState>& panes = c.state.panes;
  return std::any_of(panes.begin(), panes.end(),
                     [&](const PaneState& pane) { return !points_of(c, pane, &AnglePoint::db).x.empty(); });
}

// Writes what the lines mean, and why markers are missing.
void words(const Context& c) {
  if (!c.state.scene.reflection.on) {
    hint(c.look, "Lines show theory. Markers appear once reflection is measured.");
    if (button(c.look, "##measure", "Measure reflection")) c.send(command::Measure{true});
    tip(c.look, "Restarts the run, together with a reference run on a grid so large that no wave returns");
    return;
  }
  if (const ReflectionReading* reading = active_reading(c.state))
    if (const std::string refused = in_words(reading->why_not); !refused.empty()) hint(c.look, capital(refused) + ".");
  if (c.memory.of<LabMemory>().against_frequency) return;
  const std::vector<PaneState>& panes = c.state.panes;
  const bool any = has_marks(c);
  for (std::size_t k = 0; k < panes.size(); ++k) {
    if (!points_of(c, panes[k], &AnglePoint::db).x.empty()) continue;
    const Text why = why_no_marks(c.state, static_cast<int>(k), c.memory.of<LabMemory>().side);
    if (why.empty()) continue;
    hint(c.look, any ? c.tr(text_with("{}: {}", pane_name(c.state, static_cast<int>(k)), why)) : capital(c.tr(why)));
    if (!any) return;  // the other panes have nearly the same reason
  }
}

}  // namespace

WorstSide worst_side(const ReflectionReading& reading) {
  constexpr double tells = 1;  // dB above theory that indicate a fault
  using By = WorstSide::By;
  WorstSide worst, farthest;
  double most = -1e300, excess = tells;
  bool any_own = false;
  for (const Side side : all_sides) {
    const bool own = reading.own_db[static_cast<std::size_t>(side)].has_value();
    any_own |= own;
    const std::optional<double> db = side_db(reading, side);
    if (db && *db > most) most = *db, worst = {side, own ? By::own : By::all};
    if (const auto e = excess_over_faultless(reading, side); e && *e > excess)
      excess = *e, farthest = {side, By::angles};
  }
  return !any_own && farthest.by == By::angles ? farthest : worst;
}

Text why_no_marks(const State& state, int pane, std::optional<Side> side) {
  const auto k = static_cast<std::size_t>(pane);
  if (!state.reference.message.empty() || k >= state.panes.size()) return {};
  const ReflectionReading& reading = state.panes[k].reflection;
  if (reading.valid_until <= 0) return {};
  if (const NoAngles& none = reading.no_angles; !none.why.empty())
    return text_with("no markers: {}{}.", Text::of(none.why),
                     none.echoes ? "; use ezscope reflect to measure each side separately" : "");
  const std::vector<Side> measured = measured_sides(state.panes[k].scene);
  if (side && std::find(measured.begin(), measured.end(), *side) == measured.end())
    return text_with("no markers: the {} side is not measured.", Text::of(to_string(*side)));
  if (side && !reading.why_not[static_cast<std::size_t>(*side)].empty())
    return text_with("no markers. {}.", side_words(reading, *side));
  if (reading.angles.empty()) return "markers appear after the reflected pulse has passed.";
  return "no markers at this side: echoes of other sides overlap, or the pulse lacks this frequency.";
}

namespace {

// Draws the buttons that replace steady sources by pulses of the same frequency, and back.
void pulse_row(const Context& c) {
  const Scene& s = c.state.scene;
  const float w = ImGui::GetContentRegionAvail().x;
  if (can_measure_with_pulse(s)) {
    // Without markers a pulse still separates a side's own echo, but it is not the next thing to do.
    const std::string why = why_no_mirror(with_pulses(active_scene(c.state)));
    if (button(c.look, "##pulse", "Measure with a pulse", 0, why.empty(), w))
      c.edit(with_pulses(s), "measure with a pulse");
    const char* words =
        "Replaces each steady source by a short pulse of its frequency, so that reflected and direct waves separate. "
        "Restarts the run";
    if (why.empty())
      tip(c.look, words);
    else
      tip(c.look,
          fmt::format("{}\n{}", c.tr(words), c.say("The angle plot stays without markers: {}", c.tr(why.c_str()))));
  } else if (can_go_back_to_steady(s)) {
    if (button(c.look, "##steady", "Restore steady sources", icon::undo, false, w))
      c.edit(with_steady_sources(s), "restore steady sources");
    tip(c.look, "Replaces these pulses by the steady sources they came from. Restarts the run");
  }
}

std::string summary(const Context& c, bool) {
  const std::vector<PaneState>& panes = c.state.panes;
  const bool faulty = std::any_of(panes.begin(), panes.end(), [&](const PaneState& p) { return has_fault(c, p); });
  return c.tr(c.memory.of<LabMemory>().against_frequency ? "over the sources' band"
              : faulty                                   ? "line: theory without a fault"
              : has_marks(c)                             ? "line: theory · markers: measured"
                                                         : "line: theory");
}

void rows(const Context& c) {
  LabMemory& m = c.memory.of<LabMemory>();
  meter_rows(c);
  const std::array<std::string, 2> modes = {"Angle", "Frequency"};
  const float w = ImGui::GetContentRegionAvail().x, each = half(c.look, w);
  if (const auto hit = segmented(c.look, "##against", modes, m.against_frequency ? 1 : 0, each))
    m.against_frequency = *hit == 1;
  tip(c.look,
      "Plots reflection against the angle of incidence at one frequency, or against frequency for all angles together");
  same_row(c.look);
  side_combo(c, w - each - c.px(4));
  if (!m.against_frequency) frequency_row(c);
  ImGui::PushFont(c.look.fonts.mono, font_size::small);
  const float height = plot_height(c, 0.33f, 220, 396);
  if (m.against_frequency)
    spectrum_plot(c, w, height);
  else
    angle_plot(c, w, height);
  ImGui::PopFont();
  words(c);
  if (c.state.scene.reflection.on) pulse_row(c);
  explain_rows(c);
}

}  // namespace

const PanelSection angles_card = {
    .name = "Reflection",
    .icon = icon::angles,
    .help = "Reflection of each side, measured against a reference run without reflections",
    .workspace = Workspace::boundary_lab,
    .summary = summary,
    .rows = rows,
    .open_at_first = [](const State&, bool) { return true; }};

}  // namespace ez
