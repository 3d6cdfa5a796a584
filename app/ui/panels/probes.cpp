// Panel, section Probes. Items, in the window "Panel":
//   Probes (head)  Probes/##add  Probes/##probe0, ##probe1, … (list; beyond six rows in the child window
//   Probes/##probes)  Probes/##export
// for the selected probe: Probes/##name ##x ##y ##delete  Probes/##trace (plot)
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>

#include "app/model/document/gas_edit.h"
#include "app/model/document/scene_edit.h"
#include "app/model/hooks.h"
#include "app/platform/units.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/probe_trace.h"

namespace ez {
namespace {

constexpr int most_rows = 6;  // of the list, before it scrolls

int shown_probe(const Context& c) {
  const Selection& sel = c.state.selection;
  if (sel.kind == Selection::Kind::probe) c.memory.last_probe = sel.index;
  const int n = static_cast<int>(c.state.scene.probes.size());
  return c.memory.last_probe = std::clamp(c.memory.last_probe, 0, std::max(0, n - 1));
}

// Draws two columns: the present value and the amplitude.
void list(const Context& c, int shown) {
  const Scene& s = c.state.scene;
  const ImVec2 q = ImGui::GetCursorScreenPos();
  const float right = q.x + ImGui::GetContentRegionAvail().x - c.px(8), column = c.px(in_cells(s.physics) ? 106 : 94);
  const Pen head{c.look, ImGui::GetWindowDrawList()};
  const float words = head.text({right, q.y + c.px(6)}, {1, 0.5f}, amplitude_words(s), c.t().text2, font_size::small);
  head.text({right - std::max(column, words + c.px(8)), q.y + c.px(6)}, {1, 0.5f}, "now", c.t().text2,
            font_size::small);
  ImGui::SetCursorScreenPos({right - column, q.y});
  ImGui::InvisibleButton("##columns", {column, c.px(12)}, ImGuiButtonFlags_EnableNav);
  tip(c.look,
      "Largest |value| during the last period of the first source, or during the last 250 steps if no source has a "
      "period");
  const TraceWindow window = trace_window(c.state);
  begin_list(c.look, "##probes", static_cast<int>(s.probes.size()), most_rows);
  list_rows(c.look, static_cast<int>(s.probes.size()), -1, [&](int i) {
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x, cy = p.y + c.px(14);
    if (list_row(c.look, fmt::format("##probe{}", i).c_str(), i == shown)) {
      c.memory.last_probe = i;
      c.send(command::Select{{Selection::Kind::probe, i}});
    }
    tip(c.look, "Selects the probe. The row shows its present value and the largest of the last period");
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    pen.list->AddCircleFilled({p.x + c.px(14), cy}, c.px(4), probe_color(c.t(), i));
    pen.names().clipped({p.x + c.px(32), cy}, p.x + w - c.px(14) - 2 * column, label_of_probe(s, i), c.t().text);
    pen.mono({p.x + w - c.px(8) - column, cy}, {1, 0.5f}, probe_value(c.state, window, i), c.t().text);
    pen.mono({p.x + w - c.px(8), cy}, {1, 0.5f}, probe_amplitude(c.state, window, i), c.t().text2);
  });
  end_list();
}

void plot(const Context& c) {
  const State& s = c.state;
  const TraceWindow window = trace_window(s);
  if (window.steps == 0) {
    hint(c.look, "The trace appears when the run starts.");
    return;
  }
  const float w = ImGui::GetContentRegionAvail().x;
  if (!ImPlot::BeginPlot("##trace", {w, c.px(104)},
                         ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs))
    return;
  ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoDecorations, ImPlotAxisFlags_NoDecorations);
  const bool cells = in_cells(s.scene.physics);
  double t1 = window.last * s.dt, t0 = t1 - window.steps * s.dt;
  const std::vector<int> shown = shown_traces(s);
  if (cells) {  // its steps vary in length
    t0 = s.time, t1 = 0;
    for (const int i : shown) {
      const Decimated d = decimated(s.probes[static_cast<std::size_t>(i)], window, s.dt, static_cast<int>(w / 2));
      if (!d.t.empty()) t0 = std::min(t0, d.t.front()), t1 = std::max(t1, d.t.back());
    }
  }
  ImPlot::SetupAxesLimits(t0, std::max(t1, t0 + 1e-300), window.middle - 1.6 * window.scale(),
                          window.middle + 1.6 * window.scale(), ImPlotCond_Always);
  const ImVec2 p = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const Pen pen{c.look, ImPlot::GetPlotDrawList()};
  pen.hline(p.x, p.x + size.x, p.y + size.y / 2, fade(c.t().border_strong, 0.55f));
  for (const int i : shown) {
    const Decimated d = decimated(s.probes[static_cast<std::size_t>(i)], window, s.dt, static_cast<int>(w / 2));
    ImPlotSpec spec;
    spec.LineColor = ImGui::ColorConvertU32ToFloat4(probe_color(c.t(), i));
    spec.LineWeight = c.px(1.5f);
    ImPlot::PlotLine(fmt::format("##trace{}", i).c_str(), d.t.data(), d.v.data(), static_cast<int>(d.t.size()), spec);
  }
  const std::string_view unit = unit_of(quantity_of_probe(s.scene, 0), s.scene.grid.polarization);
  pen.text({p.x, p.y}, {0, 0},
           cells                ? c.say("{} to {}", plain(window.middle - window.largest, unit),
                                        plain(window.middle + window.largest, unit))
           : window.largest > 0 ? fmt::format("± {}", engineering(window.largest, unit, 2))
                                : fmt::format("0 {}", unit),
           c.t().text2, font_size::small);
  pen.text({p.x + size.x, p.y + size.y}, {1, 1}, c.say("last {}", engineering(t1 - t0, "s", 2)), c.t().text2,
           font_size::small);
  ImPlot::EndPlot();
}

// Draws the row for the quantity that a probe of a gas or heat records.
void quantity_row(const Context& c, const Scene& s, Probe& probe) {
  const Quantity now = probe.quantity.value_or(main_quantity(s.physics));
  const float w = row(c.look, "Quantity");
  if (!begin_combo(c.look, "##quantity", to_string(now), w))
    return tip(c.look, "Selects the quantity that the probe records at each step");
  for (const Quantity q : offered_quantities(s.physics)) {
    if (!combo_item(c.look, to_string(q), q == now, 0, unit_of(q, Polarization::ez))) continue;
    probe.quantity = q;
    c.edit(s, "probe's quantity");
  }
  ImGui::EndCombo();
}

void selected(const Context& c, int i) {
  Scene s = c.state.scene;
  const float top = ImGui::GetCursorScreenPos().y;
  Probe& probe = s.probes[static_cast<std::size_t>(i)];
  float w = row(c.look, "Name");
  std::string name = probe.name;
  const bool typed = text_field(c.look, "##name", name, w - c.px(28));
  const bool taken = std::any_of(s.probes.begin(), s.probes.end(), [&](const Probe& p) { return p.name == name; });
  if (typed && !name.empty() && !taken) c.edit(with_probe_named(s, i, name), "rename probe");
  tip(c.look, "Name of its column in the CSV file");
  same_row(c.look);
  if (icon_button(c.look, "##delete", icon::trash, ButtonState::plain, 24, 12)) {
    c.edit(without(c.state.scene, {Selection::Kind::probe, i}), "delete probe");
    c.send(command::Select{});
    return;
  }
  tip(c.look, "Deletes the probe", "Del");
  if (place_row(c, "Place", "##x", "##y", s, probe.at, true)) c.edit(s, "move probe");
  if (in_cells(s.physics)) quantity_row(c, s, probe);
  bring_into_view(c, Selection::Kind::probe, top);
}

std::string summary(const Context& c, bool open) {
  const Scene& s = c.state.scene;
  if (hides(c.state, Secret::probes)) return c.tr("after the answer");
  if (s.probes.empty()) return c.tr("none");
  if (open) return "";
  return fmt::format("{} · {} {}", s.probes.size(), label_of_probe(s, 0),
                     probe_value(c.state, trace_window(c.state), 0));
}

void add(const Context& c) {
  const Scene& s = c.state.scene;
  c.edit(with_probe(s, {s.grid.nx / 2.0, s.grid.ny / 2.0}), "add probe");
  c.send(command::Select{{Selection::Kind::probe, static_cast<int>(s.probes.size())}});
}

void rows(const Context& c) {
  const Scene& s = c.state.scene;
  if (hides(c.state, Secret::probes))  // a probe may mark the answer; the picture hides probes too
    return hint(c.look, "The probes appear when you have drawn the line that the lesson asks for.");
  const int shown = shown_probe(c);
  if (s.probes.empty()) {
    hint(c.look, "No probe. Add one with +, or with the probe tool on the picture.");
  } else {
    list(c, shown);
    selected(c, shown);
    plot(c);
    if (button(c.look, "##export", "Save as CSV", icon::download, false, ImGui::GetContentRegionAvail().x))
      c.send(command::ExportProbes{});
    tip(c.look, "Saves the value at every step since the start, with one column per probe");
  }
}

}  // namespace

const PanelSection probes_section = {
    .name = "Probes",
    .icon = icon::probe,
    .help = "Points at which the field is recorded at every step",
    .summary = summary,
    .rows = rows,
    .add = add,
    .open_at_first = [](const State& s,
                        bool tall) { return tall && s.engine.device_index < 0 && !s.scene.probes.empty(); },
    .problems_of = {"probe"},
    .shows = Selection::Kind::probe};

}  // namespace ez
