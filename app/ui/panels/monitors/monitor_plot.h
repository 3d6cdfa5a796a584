// Curves of what a monitor has measured, and beside them what theory says of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/context.h"
#include "app/ui/panels/theory_point.h"
#include "solver/measure/check_watch.h"
#include "solver/measure/monitors/monitors.h"

namespace ez {

struct Curve {
  std::vector<double> x, y;
  ImU32 color;
  std::string name = {};
};

// Of every check that has been read, and reads fluxes and modes alone, all at one frequency. `unread`: of the others
// too.
std::vector<TheoryPoint> theory_points(const Scene& scene, std::span<const CheckReading> checks,
                                       std::span<const MonitorReading> monitors, bool unread = false);
// Those that are points of a curve over the frequency, whatever their formula: told by the value, but for its sign. On
// the curve's side of zero.
std::vector<TheoryPoint> theory_on(const Curve& curve, std::span<const TheoryPoint> points);

// What a flux is divided by, of those at the same frequencies: another, or the sum of two, as what falls on a thing is
// that which passes and that which returns.
struct FluxDivisor {
  std::string name;
  std::vector<double> flux;
};
std::vector<FluxDivisor> flux_divisors(std::span<const MonitorReading> monitors, const MonitorReading& m);
// Without the frequencies at which hardly anything is divided by.
Curve flux_ratio(const MonitorReading& m, const FluxDivisor& over, ImU32 color);
// The first ratio that a check of the scene measures; -1 where none does.
int checked_ratio(const MonitorReading& m, std::span<const FluxDivisor> all, std::span<const TheoryPoint> theory);

// Curves over a common x; words at the corners say what the edges mean. Without a unit the title says it all. Theory's
// values are rings, where they are on a curve. `logarithmic`: where all is above zero, |y| over a logarithmic axis.
// `height` is unscaled.
void plot_curves(const Context& c, const char* id, const std::vector<Curve>& curves, std::string_view unit_x,
                 std::string_view unit_y, const std::string& title, std::span<const TheoryPoint> theory = {},
                 bool logarithmic = false, float height = 112);

}  // namespace ez
