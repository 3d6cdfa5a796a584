// Curves of what a monitor has measured, and beside them what theory says of them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/context.h"
#include "solver/measure/check_watch.h"
#include "solver/measure/monitors/monitors.h"

namespace ez {

struct Curve {
  std::vector<double> x, y;
  ImU32 color;
  std::string name = {};
};

// What a check's formula comes to now of monitors at one frequency, and what its theory says there.
struct TheoryPoint {
  double frequency = 0;  // Hz
  double measured = 0, theory = 0;
};
// Of every check that has been read, and reads fluxes and modes alone, all at one frequency.
std::vector<TheoryPoint> theory_points(const Scene& scene, std::span<const CheckReading> checks,
                                       std::span<const MonitorReading> monitors);
// Those that are points of a curve over the frequency, whatever their formula: told by the value, but for its sign. On
// the curve's side of zero.
std::vector<TheoryPoint> theory_on(const Curve& curve, std::span<const TheoryPoint> points);

// Curves over a common x; words at the corners say what the edges mean. Without a unit the title says it all. Theory's
// values are rings, where they are on a curve. `logarithmic`: where all is above zero, |y| over a logarithmic axis.
void plot_curves(const Context& c, const char* id, const std::vector<Curve>& curves, std::string_view unit_x,
                 std::string_view unit_y, const std::string& title, std::span<const TheoryPoint> theory = {},
                 bool logarithmic = false);

}  // namespace ez
