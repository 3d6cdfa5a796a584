// Panel, section Monitors. Items, in the window "Panel":
//   Monitors (head)  Monitors/##add  Monitors/##monitor0, ##monitor1, … (list)
// for the monitor that is shown: Monitors/##name ##delete  ##x ##y  ##to_x ##to_y  ##empty  Monitors/##over (combo)
// Monitors/##spectrum, ##ratio and ##power (plots) ##logarithmic box ##export, and the items in monitor_rows.h
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/lengths.h"
#include "app/ui/panels/monitors/far_plot.h"
#include "app/ui/panels/monitors/monitor_plot.h"
#include "app/ui/panels/monitors/monitor_rows.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr int most_rows = 6;  // of the list, before it scrolls

int shown_monitor(const Context& c) {
  const int n = static_cast<int>(c.state.scene.monitors.size());
  return c.memory.last_monitor = std::clamp(c.memory.last_monitor, 0, std::max(0, n - 1));
}
// Returns the reading of a monitor. Null while there is none, or while the scene's monitors differ from those that were
// read.
const MonitorReading* reading_of(const Context& c, int i) {
  const auto k = static_cast<std::size_t>(i);
  const State& s = c.state;
  if (k >= s.monitors.size() || k >= s.scene.monitors.size() || s.monitors[k].name != s.scene.monitors[k].name)
    return nullptr;
  return s.monitors[k].kind == kind_of(s.scene.monitors[k].geometry) ? &s.monitors[k] : nullptr;
}

// Returns the state of the box below the plots of lines, modes and ratios. On a logarithmic axis an exponential decay
// is a straight line.
bool is_logarithmic() { return ImGui::GetStateStorage()->GetBool(ImGui::GetID("##logarithmic")); }
void logarithmic_box(const Context& c, const MonitorReading& m) {
  const bool drawn = m.kind == LineMonitor::kind ||
                     (m.frequencies.size() > 1 && (m.kind == ModeMonitor::kind || m.kind == FluxMonitor::kind));
  if (!drawn) return;
  bool on = is_logarithmic();
  if (checkbox(c.look, "##logarithmic box", "Logarithmic", on))
    ImGui::GetStateStorage()->SetBool(ImGui::GetID("##logarithmic"), on);
  tip(c.look,
      "Plots lines, modes and ratios on a logarithmic axis. e^(−x/d) is then a straight line, and small values are "
      "visible");
}

// Plots R or T: the flux divided by another one, or by a sum.
void ratio_plot(const Context& c, const MonitorReading& m) {
  const std::vector<TheoryPoint> theory = theory_points(c.state.scene, c.state.checks, c.state.monitors);
  const std::vector<FluxDivisor> all = flux_divisors(c.state.monitors, m);
  if (all.empty()) return;
  constexpr int none = -1, unasked = -2;
  int* kept = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID((m.name + "##over").c_str()), unasked);
  if (*kept >= static_cast<int>(all.size())) *kept = unasked;
  int now = *kept == unasked ? checked_ratio(m, all, theory) : *kept;
  const float w = row(c.look, "Ratio to");
  if (begin_combo(c.look, "##over", now < 0 ? Label("none") : as_name(all[static_cast<std::size_t>(now)].name), w)) {
    if (combo_item(c.look, "none", now < 0)) now = *kept = none;
    for (int k = 0; k < static_cast<int>(all.size()); ++k)
      if (combo_item(c.look, as_name(all[static_cast<std::size_t>(k)].name), k == now)) now = *kept = k;
    ImGui::EndCombo();
  }
  tip(c.look,
      "Plots this flux divided by another one, or by the sum of two. With the incident flux, the ratio is R or T");
  if (now < 0) return;
  const FluxDivisor& over = all[static_cast<std::size_t>(now)];
  const Curve ratio = flux_ratio(m, over, c.t().data[1]);
  if (ratio.x.size() < 2) {
    if (!ratio.y.empty()) hint(c.look, fmt::format("{} / ({}): {:.4g}", m.name, over.name, ratio.y[0]));
    return;
  }
  const auto [low, high] = std::ranges::minmax(ratio.y);
  plot_curves(c, "##ratio", {ratio}, "Hz", "", c.say("{} / ({}): {:.3g} to {:.3g}", m.name, over.name, low, high),
              theory, is_logarithmic());
}

void flux_plots(const Context& c, const MonitorReading& m) {
  const bool hertz = m.frequencies.size() > 1;
  if (hertz) plot_curves(c, "##spectrum", {{m.frequencies, m.flux, c.t().accent}}, "Hz", "J/(m·Hz)", "Largest flux");
  ratio_plot(c, m);
  std::vector<double> t, power;
  for (const auto& p : m.power) t.push_back(p.time), power.push_back(p.power);
  plot_curves(c, "##power", {{t, power, c.t().data[2]}}, "s", "W/m", "Largest power");
  if (!hertz && !m.flux.empty())
    hint(c.look, c.say("At {}: {}", engineering(m.frequencies[0], "Hz", 3), engineering(m.flux[0], "J/(m·Hz)", 3)));
}

void line_plot(const Context& c, const MonitorReading& m) {
  const Polarization polarization = c.state.scene.grid.polarization;
  std::vector<Curve> curves;
  const std::size_t nodes = m.places.size();
  for (std::size_t f = 0; f < m.frequencies.size(); ++f) {
    Curve curve{{}, {}, c.t().data[(f + 1) % c.t().data.size()], engineering(m.frequencies[f], "Hz", 2)};
    for (std::size_t n = 0; n < nodes; ++n) {
      curve.x.push_back(std::hypot(m.places[n].x - m.places[0].x, m.places[n].y - m.places[0].y));
      curve.y.push_back(std::abs(m.phasors[0][f * nodes + n]));
    }
    curves.push_back(std::move(curve));
  }
  const bool hz = polarization == Polarization::hz;
  plot_curves(c, "##spectrum", curves, "m", hz ? "A·s/m" : "V·s/m", hz ? "Largest |Hz|" : "Largest |Ez|", {},
              is_logarithmic());
}

// Plots forward and backward amplitudes over the frequency; for a single frequency shows the numbers.
void mode_plot(const Context& c, const MonitorReading& m) {
  const auto sizes = [](const std::vector<std::complex<double>>& all) {
    std::vector<double> out;
    for (const std::complex<double> v : all) out.push_back(std::abs(v));
    return out;
  };
  const std::vector<double> forward = sizes(m.forward), backward = sizes(m.backward);
  if (m.frequencies.size() > 1)
    return plot_curves(
        c, "##spectrum",
        {{m.frequencies, forward, c.t().accent, "forward"}, {m.frequencies, backward, c.t().data[2], "backward"}}, "Hz",
        "√(J/(m·Hz))", "Largest mode", theory_points(c.state.scene, c.state.checks, c.state.monitors),
        is_logarithmic());
  if (forward.empty() || std::isnan(forward[0])) return;
  hint(c.look, c.say("Effective index {:.4f} at {}. Forward {}; backward {:.2g} times that.", m.index[0],
                     engineering(m.frequencies[0], "Hz", 3), engineering(forward[0], "√(J/(m·Hz))", 3),
                     backward[0] / forward[0]));
}

void resonance_rows(const Context& c, const MonitorReading& m) {
  if (m.resonances.empty()) return hint(c.look, "No resonance found in the band yet.");
  for (const Resonance& r : m.resonances) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x, h = c.px(22);
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    pen.mono({p.x + c.px(14), p.y + h / 2}, {0, 0.5f}, engineering(r.frequency, "Hz", 5), c.t().text);
    pen.mono({p.x + w - c.px(8), p.y + h / 2}, {1, 0.5f},
             std::isfinite(r.q) && r.q < 1e7 ? fmt::format("Q {:.5g}", r.q) : "Q > 1e7", c.t().text2);
    ImGui::Dummy({w, h});
  }
}

// Draws rows for the quantity of the map that the picture shows.
void map_rows(const Context& c, int shown) {
  const std::vector<Monitor>& all = c.state.scene.monitors;
  const auto is_map = [](const Monitor& m) { return std::holds_alternative<MapMonitor>(m.geometry); };
  const auto map = static_cast<int>(std::count_if(all.begin(), all.begin() + shown, is_map));
  ViewState v = c.state.view;
  std::vector<std::string> names;
  int on = -1;
  for (const QuantityFacts& q : quantities) {
    if (q.of != QuantityFacts::Origin::map) continue;
    if (v.quantity == q.quantity && v.map == map) on = static_cast<int>(names.size());
    names.emplace_back(symbol_of(q.quantity, c.state.scene.grid.polarization));
  }
  if (const auto hit = segmented(c.look, "##map", names, on, row(c.look, "Show"))) {
    v.quantity = static_cast<Quantity>(static_cast<int>(Quantity::map_abs) + *hit);
    v.map = map;
    c.view(v);
  }
  tip(c.look, "Shows magnitude, phase or real part of the field's phasor at this frequency instead of the field");
}

// Returns the value shown in the monitor's row of the list.
std::string brief_value(const MonitorReading& m) {
  if (!m.flux.empty() && m.until > m.since) {
    const auto largest = std::ranges::max_element(m.flux, {}, [](double v) { return std::abs(v); });
    return brief(*largest, "J/(m·Hz)");
  }
  if (!m.forward.empty() && m.until > m.since && m.why_none.empty()) {
    double most = 0;
    for (const std::complex<double> v : m.forward) most = std::max(most, std::abs(v));
    return brief(most, "√(J/(m·Hz))");
  }
  if (!m.resonances.empty()) {
    const auto strongest = std::ranges::max_element(m.resonances, {}, &Resonance::amplitude);
    return engineering(strongest->frequency, "Hz", 3);
  }
  return "";
}

void list(const Context& c, int shown) {
  const Scene& s = c.state.scene;
  const int n = static_cast<int>(s.monitors.size());
  begin_list(c.look, "##monitors", n, most_rows);
  list_rows(c.look, n, -1, [&](int i) {
    const Monitor& m = s.monitors[static_cast<std::size_t>(i)];
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x, cy = p.y + c.px(14);
    if (list_row(c.look, fmt::format("##monitor{}", i).c_str(), i == shown)) c.memory.last_monitor = i;
    tip(c.look, "Shows the plot and the numbers of this monitor below the list");
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    const std::string_view title = std::visit([](const auto& g) { return g.title; }, m.geometry);
    pen.names().clipped({p.x + c.px(14), cy}, p.x + w / 2 - c.px(32), m.name, c.t().text);
    float right = p.x + w - c.px(8);
    if (const MonitorReading* r = reading_of(c, i))
      right -= pen.mono({right, cy}, {1, 0.5f}, brief_value(*r), c.t().text) + c.px(8);
    pen.clipped({p.x + w / 2 - c.px(24), cy}, right, title, c.t().text2);
  });
  end_list();
}

// Draws the rows of the selected monitor. Returns false if it was deleted.
bool selected(const Context& c, int i) {
  Scene s = c.state.scene;
  Monitor& m = s.monitors[static_cast<std::size_t>(i)];
  const float w = row(c.look, "Name");
  std::string name = m.name;
  const bool typed = text_field(c.look, "##name", name, w - c.px(28));
  const bool taken = std::ranges::any_of(s.monitors, [&](const Monitor& other) { return other.name == name; });
  if (typed && !name.empty() && !taken) {
    m.name = name;
    c.edit(s, "rename monitor");
  }
  tip(c.look, "Name used in files and checks");
  same_row(c.look);
  if (icon_button(c.look, "##delete", icon::trash, ButtonState::plain, 24, 12)) {
    s.monitors.erase(s.monitors.begin() + i);
    c.edit(s, "delete monitor");
    return false;
  }
  tip(c.look, "Deletes the monitor");
  const std::vector<MonitorPlace> places = places_of(m);
  const char* ids[][2] = {{"##x", "##y"}, {"##to_x", "##to_y"}};
  for (std::size_t k = 0; k < places.size(); ++k)
    if (place_row(c,
                  places.size() == 1 ? "Place"
                  : k == 0           ? "From"
                                     : "To",
                  ids[k][0], ids[k][1], s, *places[k].at, true))
      c.edit(s, "move monitor");
  monitor_rows(c, static_cast<std::size_t>(i));
  if (std::holds_alternative<MapMonitor>(m.geometry)) return true;
  if (checkbox(c.look, "##empty", "Subtract empty run", m.minus_empty)) c.edit(s, "subtract empty run");
  tip(c.look, "Subtracts the field of the same run without shapes. The rest is the field scattered by the shapes");
  return true;
}

std::string summary(const Context& c, bool open) {
  const Scene& s = c.state.scene;
  if (s.monitors.empty()) return c.tr("none");
  if (open) return "";
  const MonitorReading* r = reading_of(c, 0);
  return fmt::format("{} · {} {}", s.monitors.size(), s.monitors[0].name, r ? brief_value(*r) : "");
}

// Adds a flux line across the middle of the domain. The user can change its kind in the row "Type".
void add(const Context& c) {
  Scene s = c.state.scene;
  std::string name = "monitor";
  for (int k = 2; std::ranges::any_of(s.monitors, [&](const Monitor& m) { return m.name == name; }); ++k)
    name = fmt::format("monitor {}", k);
  c.memory.last_monitor = static_cast<int>(s.monitors.size());
  s.monitors.push_back({name, monitor_around(0, s, {s.grid.nx / 2.0, s.grid.ny / 2.0}), false});
  c.edit(s, "add monitor");
}

void rows(const Context& c) {
  const int shown = shown_monitor(c);
  if (c.state.scene.monitors.empty())
    return hint(
        c.look,
        "No monitor. Add one with + to measure power through a line, a far field, a resonance, a guided mode …");
  list(c, shown);
  if (!selected(c, shown)) return;
  const MonitorReading* m = reading_of(c, shown);
  if (!m) return;
  if (!c.state.monitors_why.empty() && c.state.scene.monitors[static_cast<std::size_t>(shown)].minus_empty)
    warning(c.look, c.state.monitors_why);
  if (!m->why_none.empty()) hint(c.look, capital(m->why_none) + ".");
  if (!(m->until > m->since)) {
    if (m->why_none.empty()) hint(c.look, "The spectrum appears when the run starts.");
    return;
  }
  // A monitor with minus_empty measures the scattered field, which may travel in either direction.
  if (!c.state.scene.monitors[static_cast<std::size_t>(shown)].minus_empty &&
      backward_over_forward(*m).value_or(0) > mostly_backward)
    hint(c.look,
         "Waves cross the line against its normal, so the flux is negative. Exchange From and To to make it positive.");
  if (m->kind == FluxMonitor::kind)
    flux_plots(c, *m);
  else if (m->kind == MapMonitor::kind)
    map_rows(c, shown);
  else if (m->kind == LineMonitor::kind)
    line_plot(c, *m);
  else if (m->kind == ModeMonitor::kind)
    mode_plot(c, *m);
  else if (m->kind == FarMonitor::kind)
    draw_far_plot(c, *m);
  else if (m->why_none.empty())
    resonance_rows(c, *m);
  logarithmic_box(c, *m);
  if (button(c.look, "##export", "Save all readings", icon::download, false, ImGui::GetContentRegionAvail().x))
    c.send(command::ExportMonitors{});
  tip(c.look,
      "Saves spectra, phasors, far fields, modes and resonances of all monitors as CSV (one row per number) or JSON");
  if (m->since > 0)
    hint(c.look, c.say("Measured since {}, when the scene was edited. R restarts and measures the whole run.",
                       engineering(m->since, "s", 3)));
}

}  // namespace

const PanelSection monitors_section = {
    .name = "Monitors",
    .icon = icon::angles,
    .help = "Spectra that are measured during the run: power, modes, far field",
    .belongs = For::maxwell,
    .summary = summary,
    .rows = rows,
    .add = add,
    .open_at_first = [](const State& s, bool tall) { return tall && !s.scene.monitors.empty(); },
    .problems_of = {"monitor"}};

}  // namespace ez
