// Shows a spectrum over the picture if the scene's checks read one, because the field alone then does not show the
// result.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/hooks.h"
#include "app/ui/panels/monitors/monitor_plot.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/checks.h"

namespace ez {
namespace {

constexpr std::size_t least_frequencies = 8;
constexpr float card_width = 440, card_height = 176, margin = 12, widest = 0.46f, highest = 0.34f;  // of the picture

// Returns the name of the monitor that a formula reads first. That is the text after `flux("` and similar functions
// that take a frequency.
std::string first_read(const std::string& formula) {
  std::size_t first = std::string::npos;
  for (const std::string_view function : {"flux", "mode_forward", "mode_backward"}) {
    const std::size_t at = formula.find(std::string(function) + "(\"");
    if (at < first) first = at;
  }
  if (first == std::string::npos) return "";
  const std::size_t name = formula.find('"', first) + 1;
  return formula.substr(name, formula.find('"', name) - name);
}

// Returns the first reading that a check uses and that has many frequencies; null if there is none.
const MonitorReading* shown_reading(const State& s) {
  for (const Check& check : s.scene.checks) {
    const auto m = std::ranges::find(s.monitors, first_read(check.measured), &MonitorReading::name);
    if (m != s.monitors.end() && m->frequencies.size() >= least_frequencies) return &*m;
  }
  return nullptr;
}

// Evaluating the formulas of the checks is slow, so it is done only when monitors or checks have been read again.
const SpectrumPoints& points_of(const Context& c, const MonitorReading& m) {
  SpectrumPoints& kept = c.memory.spectrum;
  const State& s = c.state;
  if (kept.plot != m.name || kept.until != m.until || !(kept.checks == s.checks))
    kept = {m.name, m.until, s.checks, theory_points(s.scene, s.checks, s.monitors, true),
            theory_points(s.scene, s.checks, s.monitors)};
  return kept;
}

// Returns the index of the other flux if a check's formula names this flux and exactly one other; otherwise −1.
int named_divisor(const Scene& scene, const MonitorReading& m, const std::vector<FluxDivisor>& all) {
  for (const Check& check : scene.checks) {
    std::set<std::string> names;
    const std::string call = std::string("flux") + "(\"";
    for (std::size_t at = check.measured.find(call); at != std::string::npos; at = check.measured.find(call, at)) {
      at += call.size();
      names.insert(check.measured.substr(at, check.measured.find('"', at) - at));
    }
    if (names.size() != 2 || names.erase(m.name) == 0) continue;
    const auto found = std::ranges::find(all, *names.begin(), &FluxDivisor::name);
    if (found != all.end()) return static_cast<int>(found - all.begin());
  }
  return -1;
}

// Plots the flux divided by the divisor of the first ratio in a check. Without a ratio, plots the flux itself.
void plot_flux(const Context& c, const MonitorReading& m, float height) {
  const SpectrumPoints& points = points_of(c, m);
  const std::vector<FluxDivisor> all = flux_divisors(c.state.monitors, m);
  int checked = checked_ratio(m, all, points.all);
  if (checked < 0) checked = named_divisor(c.state.scene, m, all);
  const FluxDivisor* over = checked < 0 ? nullptr : &all[static_cast<std::size_t>(checked)];
  const Curve ratio = over ? flux_ratio(m, *over, c.t().accent) : Curve{};
  if (ratio.x.size() < 2)  // also until a wave has reached the divisor's monitor
    return plot_curves(c, "##plot", {{m.frequencies, m.flux, c.t().accent}}, "Hz", "J/(m·Hz)",
                       c.say("{}: largest flux", m.name), points.read, false, height);
  const auto [low, high] = std::ranges::minmax(ratio.y);
  plot_curves(c, "##plot", {ratio}, "Hz", "", c.say("{} / ({}): {:.3g} to {:.3g}", m.name, over->name, low, high),
              points.read, false, height);
}

void plot_mode(const Context& c, const MonitorReading& m, float height) {
  const auto sizes = [](const std::vector<std::complex<double>>& all) {
    std::vector<double> out;
    for (const std::complex<double> v : all) out.push_back(std::abs(v));
    return out;
  };
  plot_curves(c, "##plot",
              {{m.frequencies, sizes(m.forward), c.t().accent, "forward"},
               {m.frequencies, sizes(m.backward), c.t().data[2], "backward"}},
              "Hz", "√(J/(m·Hz))", c.say("{}: largest mode", m.name), points_of(c, m).read, false, height);
}

}  // namespace

void draw_spectrum(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list) {
  c.memory.spectrum_card = {};
  const MonitorReading* m = shown_reading(c.state);
  if (m == nullptr || !c.state.view.legend || hides(c.state, Secret::checks)) return;
  const Area& p = c.memory.picture;
  const ImVec2 size(std::min(c.px(card_width), widest * p.width()), std::min(c.px(card_height), highest * p.height()));
  if (size.x < c.px(160) || size.y < c.px(80)) return;
  const ImVec2 a = corner_for(c, v, legend, size, true), pad = c.look.px(margin, margin);
  const Pen pen{c.look, list};
  pen.card(a, a + size);
  c.memory.spectrum_card = {a, a + size};
  if (!(m->until > m->since)) {
    pen.text(a + size * 0.5f, {0.5f, 0.5f}, "The spectrum appears when the run starts.", c.t().text2);
    return;
  }
  const ImVec2 back = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos(a + pad);
  const float height = (size.y - 2 * pad.y) / c.look.scale;
  if (ImGui::BeginChild("##spectrum", size - pad * 2, ImGuiChildFlags_None,
                        ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar)) {
    if (m->kind == FluxMonitor::kind)
      plot_flux(c, *m, height);
    else if (m->kind == ModeMonitor::kind)
      plot_mode(c, *m, height);
  }
  ImGui::EndChild();
  ImGui::SetCursorScreenPos(back);
  ImGui::Dummy({0, 0});
}

}  // namespace ez
