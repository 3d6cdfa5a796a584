#include "app/features/study/measurables.h"

#include <fmt/format.h>

#include <cmath>

namespace ez {
namespace {

// Returns the time at which values of the scene are read: that of its first check.
std::string usual_time(const Scene& s) { return s.checks.empty() ? Check::settled : s.checks.front().after; }

void add_monitor(const Monitor& m, const std::string& after, std::vector<Measurable>& out) {
  const auto add = [&](const char* what, const std::string& formula, const char* unit) {
    out.push_back({fmt::format("{}: {}", m.name, what), formula, "", after, unit});
  };
  const std::string_view kind = kind_of(m.geometry);
  if (kind == ResonanceMonitor::kind) {
    add("f", fmt::format("resonance_f(\"{}\", 1)", m.name), "Hz");
    add("Q", fmt::format("resonance_q(\"{}\", 1)", m.name), "");
  } else if (kind == FluxMonitor::kind) {
    add("flux", fmt::format("flux(\"{}\", f)", m.name), "J/(m Hz)");
  } else if (kind == LineMonitor::kind) {
    add("max", fmt::format("line_max(\"{}\", f)", m.name), "V/m");
  } else if (kind == FarMonitor::kind) {
    add("angle", fmt::format("wrap(far_angle(\"{}\"))", m.name), "°");
  } else if (kind == ModeMonitor::kind) {
    add("forward", fmt::format("mode_forward(\"{}\", f)", m.name), "");
    add("backward", fmt::format("mode_backward(\"{}\", f)", m.name), "");
  }
}

}  // namespace

std::vector<Measurable> measurables_of(const Scene& s) {
  std::vector<Measurable> out;
  for (const Check& c : s.checks) out.push_back({c.name, c.measured, c.theory, c.after, c.unit});
  const std::string after = usual_time(s);
  for (const Monitor& m : s.monitors) add_monitor(m, after, out);
  for (const Probe& p : s.probes) {
    if (!in_cells(s.physics) && first_period(s))
      out.push_back({fmt::format("{}: amplitude", p.name), fmt::format("amplitude(\"{}\", f)", p.name), "", after, ""});
    out.push_back({fmt::format("{}: peak", p.name), fmt::format("peak(\"{}\")", p.name), "", after, ""});
  }
  return out;
}

SceneSweep sweep_around(const Scene& scene, const NumberKey& number) {
  constexpr int points = 11;
  SceneSweep out;
  out.name = out.path = number.path;
  const double v = number.value, part = 0.5;
  out.values = v == 0 ? std::array<double, 3>{0, 1, points}
                      : std::array<double, 3>{v - part * std::abs(v), v + part * std::abs(v), points};
  if (const std::vector<Measurable> all = measurables_of(scene); !all.empty()) {
    out.measured = all.front().measured;
    out.theory = all.front().theory;
    out.after = all.front().after;
    out.unit = all.front().unit;
  }
  return out;
}

}  // namespace ez
