// The boundary lab's card of the energy ledger, which accounts for the energy of the active pane's sources. Items, in
// the window "Panel":
//   Energy (head)  Energy/##keep  Energy/##over_time (plot)
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <cmath>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/state.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr double closes = 1e-4;  // share of the turnover; a larger open balance cannot be rounding of float
constexpr std::size_t account_count = 7;

struct Account {
  const char *name, *words;
  double EnergyLedger::*value;  // null: the energy that left through `side`
  Side side;
  std::size_t color;  // index in Theme::data
};
constexpr std::array<Account, account_count> accounts = {
    {{"Stored", "Energy of the field in the domain, without the absorbing layers", &EnergyLedger::stored, {}, 2},
     {"Absorbed by σ", "Energy turned into heat by conducting media", &EnergyLedger::absorbed_sigma, {}, 1},
     {"Absorbed by σm", "Energy turned into heat by magnetic losses", &EnergyLedger::absorbed_sigma_m, {}, 5},
     {"Out left", "Energy that left through the left side", nullptr, Side::left, 3},
     {"Out right", "Energy that left through the right side", nullptr, Side::right, 4},
     {"Out bottom", "Energy that left through the bottom side", nullptr, Side::bottom, 0},
     {"Out top", "Energy that left through the top side", nullptr, Side::top, 2}}};

double value_of(const Account& a, const EnergyLedger& l) {
  return a.value ? l.*a.value : l.out[static_cast<std::size_t>(a.side)];
}
// Returns the account's colour. The top side uses a paler shade of the colour of stored energy.
ImU32 color_of(const Theme& t, const Account& a) {
  const ImU32 color = t.data[a.color];
  return !a.value && a.side == Side::top ? fade(color, 0.55f) : color;
}

double largest(const EnergyLedger& l) {
  double most = std::abs(l.source);
  for (const Account& a : accounts) most = std::max(most, std::abs(value_of(a, l)));
  return most;
}

struct Bar {
  const char *name, *words;
  double value;
  ImU32 color;
};
void bar(const Context& c, const Bar& b, double scale, const Prefix& prefix) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = c.px(20), cy = p.y + h / 2;
  const float x0 = p.x + c.px(112), x1 = p.x + w - c.px(112);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.text({p.x, cy}, {0, 0.5f}, b.name, c.t().text2, font_size::number);
  pen.fill({x0, cy - c.px(4)}, {x1, cy + c.px(4)}, c.t().frame, 2);
  if (const double share = scale > 0 ? std::abs(b.value) / scale : 0; share > 0) {
    const float x = x0 + std::max(c.px(2), (x1 - x0) * static_cast<float>(std::min(1.0, share)));
    if (b.value > 0)
      pen.fill({x0, cy - c.px(4)}, {x, cy + c.px(4)}, b.color, 2);
    else
      pen.frame({x0, cy - c.px(4)}, {x, cy + c.px(4)}, b.color, 2);
  }
  pen.text({p.x + w - c.px(40), cy}, {0, 0.5f}, fmt::format("{}J/m", prefix.symbol), c.t().text2, font_size::small);
  pen.mono({p.x + w - c.px(46), cy}, {1, 0.5f}, fixed(b.value / prefix.factor, 2), c.t().text, font_size::number);
  ImGui::Dummy({w, h});
  tip(c.look, b.words);
}

void draw_unexplained(const Context& c, const EnergyLedger& l) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = c.px(24), cy = p.y + h / 2;
  const double share = l.turnover > 0 ? std::abs(l.unexplained()) / l.turnover : 0;
  const bool good = share <= closes;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const ImU32 color = good ? c.t().accent : c.t().fail;
  pen.text({p.x, cy}, {0, 0.5f}, "Unexplained", c.t().text2, font_size::number);
  const float unit = pen.text({p.x + w, cy}, {1, 0.5f}, "of source energy", c.t().text2, font_size::small);
  const std::string number = with_minus(fmt::format("{:.1e}", share));
  const float digits = pen.mono({p.x + w - unit - c.px(6), cy}, {1, 0.5f}, number, color, font_size::number);
  pen.icon({p.x + w - unit - digits - c.px(20), cy}, good ? icon::good : icon::warning, 13, color);
  ImGui::Dummy({w, h});
  tip(c.look,
      "Source energy minus all accounted energy, divided by the energy that sources gave and took. Rounding stays "
      "below 1e-4; a larger value shows that a boundary creates energy");
}

void draw_bars(const Context& c, const EnergyLedger& l) {
  const double scale = largest(l);
  const Prefix prefix = prefix_for(scale);
  bar(c, {"Source in", "Energy that the sources have put in so far", l.source, c.t().text}, scale, prefix);
  for (const Account& a : accounts) bar(c, {a.name, a.words, value_of(a, l), color_of(c.t(), a)}, scale, prefix);
  draw_unexplained(c, l);
}

// Plots the accounts over time, stacked, and the energy that the sources put in as a line.
void plot_ledger_history(const Context& c) {
  const auto& history = c.state.of<LabState>().ledger_history;
  if (history.size() < 2) return;
  std::vector<double> t, low, high, source;
  double most = 0;
  for (const LedgerMoment& m : history) {
    t.push_back(m.time);
    source.push_back(m.ledger.source);
    most = std::max(most, largest(m.ledger));
  }
  low.assign(t.size(), 0);
  if (!ImPlot::BeginPlot("##over_time", {ImGui::GetContentRegionAvail().x, c.px(150)},
                         ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs))
    return;
  const int n = static_cast<int>(t.size());
  const Prefix time = prefix_for(t.back()), energy = prefix_for(most);
  ImPlot::SetupAxes(nullptr, nullptr);
  setup_axis(ImAxis_X1, t.front(), t.back(), 5, time.factor);
  setup_axis(ImAxis_Y1, 0, std::max(most * 1.15, 1e-300), 4, energy.factor);
  ImPlot::SetupFinish();
  for (const Account& a : accounts) {
    high = low;
    for (std::size_t i = 0; i < t.size(); ++i) high[i] += std::max(0.0, value_of(a, history[i].ledger));
    ImPlotSpec spec;
    spec.FillColor = ImGui::ColorConvertU32ToFloat4(color_of(c.t(), a));
    spec.FillAlpha = 0.55f;
    ImPlot::PlotShaded(a.name, t.data(), low.data(), high.data(), n, spec);
    low = high;
  }
  ImPlotSpec line;
  line.LineColor = ImGui::ColorConvertU32ToFloat4(c.t().text);
  line.LineWeight = c.px(1.5f);
  ImPlot::PlotLine("##source", t.data(), source.data(), n, line);
  const ImVec2 p = ImPlot::GetPlotPos(), s = ImPlot::GetPlotSize();
  const Pen pen{c.look, ImPlot::GetPlotDrawList()};
  pen.text({p.x + c.px(4), p.y}, {0, 0}, c.say("{}J/m, line: source in", energy.symbol), c.t().text2, font_size::small);
  pen.text({p.x + s.x, p.y + s.y - c.px(2)}, {1, 1}, fmt::format("{}s", time.symbol), c.t().text2, font_size::small);
  ImPlot::EndPlot();
}

std::string summary(const Context& c, bool) {
  const LabState& lab = c.state.of<LabState>();
  if (!c.state.instruments.ledger) return c.tr("off");
  const double share = lab.ledger.turnover > 0 ? std::abs(lab.ledger.unexplained()) / lab.ledger.turnover : 0;
  return with_minus(c.say("unexplained {:.1e}", share));
}

void rows(const Context& c) {
  const LabState& lab = c.state.of<LabState>();
  const bool on = c.state.instruments.ledger;
  bool keep = on;
  if (checkbox(c.look, "##keep", "Track energy", keep)) {
    LabSettings settings = c.state.instruments;
    settings.ledger = keep;
    c.send(command::SetLab{settings});
  }
  tip(c.look, "Tracks the active pane's energy in every step: put in, stored, absorbed, and lost through the sides");
  if (on) {
    if (lab.ledger_since > 0)
      hint(c.look, c.say("Counting started at t = {}. Energy that the field had then is in Stored, not in Source in. "
                         "Press R to restart and count from t = 0.",
                         engineering(lab.ledger_since, "s", 2)));
    draw_bars(c, lab.ledger);
    ImGui::PushFont(c.look.fonts.mono, font_size::small);
    plot_ledger_history(c);
    ImGui::PopFont();
  }
}

}  // namespace

const PanelSection ledger_card = {.name = "Energy",
                                  .icon = icon::ledger,
                                  .help = "Energy balance: put in by sources, stored, absorbed, lost through each side",
                                  .workspace = Workspace::boundary_lab,
                                  .summary = summary,
                                  .rows = rows};

}  // namespace ez
