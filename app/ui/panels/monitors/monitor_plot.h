// Plots the readings of a monitor, together with the values that theory predicts.
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

// Returns a point for each check that reads only fluxes and modes, all at one frequency, and that has been read.
// `unread` includes checks that have not been read.
std::vector<TheoryPoint> theory_points(const Scene& scene, std::span<const CheckReading> checks,
                                       std::span<const MonitorReading> monitors, bool unread = false);
// Returns the points that belong to a curve over the frequency, whatever their formula. They are recognised by their
// value, ignoring its sign. The points returned have the curve's sign.
std::vector<TheoryPoint> theory_on(const Curve& curve, std::span<const TheoryPoint> points);

// A divisor for a flux at the same frequencies: another flux, or the sum of two. The incident flux, for example, is the
// sum of transmitted and reflected flux.
struct FluxDivisor {
  std::string name;
  std::vector<double> flux;
};
std::vector<FluxDivisor> flux_divisors(std::span<const MonitorReading> monitors, const MonitorReading& m);
// Returns the ratio, without the frequencies at which the divisor is close to zero.
Curve flux_ratio(const MonitorReading& m, const FluxDivisor& over, ImU32 color);
// Returns the index of the first ratio that a check of the scene measures, or −1.
int checked_ratio(const MonitorReading& m, std::span<const FluxDivisor> all, std::span<const TheoryPoint> theory);

// Plots curves over a common x. Text in the corners gives the limits of the axes. Without a unit only the title is
// shown. Theory's values are circles if they are on a curve. `logarithmic` shows |y| on a logarithmic axis. `height` is
// unscaled.
void plot_curves(const Context& c, const char* id, const std::vector<Curve>& curves, std::string_view unit_x,
                 std::string_view unit_y, Sentence title, std::span<const TheoryPoint> theory = {},
                 bool logarithmic = false, float height = 112);

}  // namespace ez
