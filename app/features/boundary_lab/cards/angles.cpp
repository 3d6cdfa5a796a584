// The boundary lab's card of reflection against angle or frequency. Items, in the window "Panel":
//   Reflection (head)  Reflection/##against/Angle, Frequency  Reflection/##side (combo: Worst, Left, Right, Bottom,
//   Top) Reflection/##frequency ##source_frequency (of the angles)  Reflection/##measure (while nothing is measured)
//   Reflection/##angle ##spectrum (plots)
//   Reflection/##pulse ##steady (while a steady source, or the pulse that stands for it, is measured)
// Solid lines are a plane wave's theory on this grid, dashed ones theory for Δ → 0, marks what was measured; the
// thin line through them is what a sound boundary gives there: a ring of few wavelengths meets the side at many angles
// at once.
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
#include "solver/measure/open_sides.h"
#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

constexpr const char* without_fault = "theory without a fault";

constexpr ImPlotFlags still = ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs;

// The pane's shape (pane_mark) among ImPlot's markers.
ImPlotMarker marker_of(int pane) {
  constexpr std::array<ImPlotMarker, 4> markers = {ImPlotMarker_Square, ImPlotMarker_Circle, ImPlotMarker_Diamond,
                                                   ImPlotMarker_Up};
  return markers[static_cast<std::size_t>(pane) % markers.size()];
}

// By how much a side's marks lie over what a sound boundary gives at these nodes.
std::optional<double> excess_of(const ReflectionReading& reading, Side side) {
  std::optional<double> most;
  for (const AnglePoint& p : reading.angles)
    if (p.side == side && p.db && p.point_db && *p.point_db > lowest_db)
      most = std::max(most.value_or(-1e300), *p.db - *p.point_db);
  return most;
}

// The side whose reflection is shown of a pane.
Side shown_side(const Context& c, const PaneState& pane) {
  return c.memory.of<LabMemory>().side.value_or(worst_side(pane.reflection));
}

// The one side that is shown of every pane; nothing where they differ.
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

void side_combo(const Context& c, float width) {
  std::optional<Side>& side = c.memory.of<LabMemory>().side;
  const std::optional<Side> common = common_side(c);
  const std::string worst = common ? c.say("Worst side: {}", c.tr(to_string(*common))) : "Worst side of each";
  if (!begin_combo(c.look, "##side", side ? name_of(*side) : worst, width)) {
    tip(c.look,
        side ? "The side whose reflection is shown"
             : "The side that lies farthest over what a sound boundary gives; where there are no marks that tell, the"
               " side that reflects most");
    return;
  }
  if (combo_item(c.look, "Worst side", !side)) side.reset();
  for (const Side s : all_sides)
    if (combo_item(c.look, name_of(s), side == s)) side = s;
  ImGui::EndCombo();
}

void frequency_row(const Context& c) {
  LabSettings settings = c.state.instruments;
  const float w = row(c.look, "At frequency");
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
  tip(c.look, "The frequency of the angle plot: of the measured points and of theory");
  same_row(c.look);
  ImGui::BeginDisabled(settings.angle_frequency <= 0);
  if (icon_button(c.look, "##source_frequency", icon::undo, ButtonState::plain, 24, 12)) {
    settings.angle_frequency = 0;
    c.send(command::SetLab{settings});
  }
  ImGui::EndDisabled();
  tip(c.look, "The first source's frequency");
}

ImPlotSpec line_spec(const Context& c, ImU32 color, float weight) {
  ImPlotSpec spec;
  spec.LineColor = ImGui::ColorConvertU32ToFloat4(color);
  spec.LineWeight = c.px(weight);
  return spec;
}

// Degrees and dB of the shown side's points, one of their values.
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

// Theory knows nothing of mistakes. While one is hidden that is said of every side.
bool has_fault(const Context& c, const PaneState& pane) {
  const Scene& s = pane.scene;
  const Side side = shown_side(c, pane);
  return s.hidden_fault ||
         std::any_of(s.faults.begin(), s.faults.end(), [&](BoundaryFault f) { return f.side == side; });
}

const TheoryCurve& theory_of(const Context& c, std::size_t pane) { return c.memory.of<LabMemory>().curves[pane]; }

// The panes whose theory is this one's, in order; itself is among them.
std::vector<std::size_t> panes_alike(const Context& c, std::size_t index) {
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

// Returns the points that were drawn.
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

// A line that several panes have in common is drawn once, in no pane's colour.
void draw_theory(const Context& c, const Pen& pen, std::size_t index, std::vector<NamedCurve>& out) {
  const std::vector<std::size_t> alike = panes_alike(c, index);
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

// One pane's theory and marks. With theory the name stands at its line; at the marks where there is none, or where the
// line is not of what the pane has.
void draw_pane(const Context& c, const Pen& pen, std::size_t index, std::vector<NamedCurve>& out) {
  const PaneState& pane = c.state.panes[index];
  draw_theory(c, pen, index, out);
  const int i = static_cast<int>(index);
  ring_theory(c, pane, i);
  const std::vector<std::size_t> alike = panes_alike(c, index);
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

// The band that all panes' spectra span.
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

// What the lines are; what is missing while there are no marks.
void words(const Context& c) {
  if (!c.state.scene.reflection.on) {
    hint(c.look, "Lines are theory. Marks appear while reflection is measured.");
    if (button(c.look, "##measure", "Measure reflection")) c.send(command::Measure{true});
    tip(c.look, "Starts anew, with a reference run beside it: the scene on a grid so large that nothing returns");
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
    if (!any) return;  // of the others much the same is true
  }
}

}  // namespace

Side worst_side(const ReflectionReading& reading) {
  constexpr double tells = 1;  // dB over theory
  Side worst = Side::left, farthest = Side::left;
  double most = -1e300, excess = tells;
  for (const Side side : all_sides) {
    const std::optional<double> db = side_db(reading, side);
    if (db && *db > most) most = *db, worst = side;
    if (const auto e = excess_of(reading, side); e && *e > excess) excess = *e, farthest = side;
  }
  return excess > tells ? farthest : worst;
}

Text why_no_marks(const State& state, int pane, std::optional<Side> side) {
  const auto k = static_cast<std::size_t>(pane);
  if (!state.reference.message.empty() || k >= state.panes.size()) return {};
  const ReflectionReading& reading = state.panes[k].reflection;
  if (reading.valid_until <= 0) return {};
  if (const NoAngles& none = reading.no_angles; !none.why.empty())
    return text_with("no marks: {}{}.", Text::of(none.why),
                     none.echoes ? ", and ezscope reflect measures each side alone" : "");
  const std::vector<Side> measured = measured_sides(state.panes[k].scene);
  if (side && std::find(measured.begin(), measured.end(), *side) == measured.end())
    return text_with("no marks: the {} side is not measured.", Text::of(to_string(*side)));
  if (side && !reading.why_not[static_cast<std::size_t>(*side)].empty())
    return text_with("no marks. {}.", side_words(reading, *side));
  if (reading.angles.empty()) return "marks appear when the reflected pulse has passed.";
  return "no marks at this side: echoes of others come between, or the frequency is not in the pulse.";
}

namespace {

// From a steady source to a pulse of the same band, and back.
void pulse_row(const Context& c) {
  const Scene& s = c.state.scene;
  const float w = ImGui::GetContentRegionAvail().x;
  if (can_measure_with_pulse(s)) {
    if (button(c.look, "##pulse", "Measure with a pulse", 0, true, w)) c.edit(with_pulses(s), "measure with a pulse");
    tip(c.look,
        "Makes each steady source a pulse of a few periods at its frequency, which tells the reflected wave from the "
        "direct one. The run starts from t = 0");
  } else if (can_go_back_to_steady(s)) {
    if (button(c.look, "##steady", "Back to the steady source", icon::undo, false, w))
      c.edit(with_steady_sources(s), "back to the steady source");
    tip(c.look, "Makes each such pulse a steady source of its frequency again. The run starts from t = 0");
  }
}

std::string summary(const Context& c, bool) {
  const std::vector<PaneState>& panes = c.state.panes;
  const bool faulty = std::any_of(panes.begin(), panes.end(), [&](const PaneState& p) { return has_fault(c, p); });
  return c.tr(c.memory.of<LabMemory>().against_frequency ? "over the sources' band"
              : faulty                                   ? "line: theory without a fault"
              : has_marks(c)                             ? "line: theory · marks: measured"
                                                         : "line: theory");
}

void rows(const Context& c) {
  LabMemory& m = c.memory.of<LabMemory>();
  meter_rows(c);
  const std::array<std::string, 2> modes = {"Angle", "Frequency"};
  const float w = ImGui::GetContentRegionAvail().x, each = half(c.look, w);
  if (const auto hit = segmented(c.look, "##against", modes, m.against_frequency ? 1 : 0, each))
    m.against_frequency = *hit == 1;
  tip(c.look, "Reflection against the angle of incidence at one frequency, or against frequency at all angles at once");
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
}

}  // namespace

const PanelSection angles_card = {.name = "Reflection",
                                  .icon = icon::angles,
                                  .help = "What each side sends back, measured against a reflection-free twin",
                                  .workspace = Workspace::boundary_lab,
                                  .summary = summary,
                                  .rows = rows,
                                  .open_at_first = [](const State&, bool) { return true; }};

}  // namespace ez
