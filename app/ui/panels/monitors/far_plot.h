// The far field over the angle: a polar diagram where the angles go at least half-way round, else a plot with its
// ticks.
#pragma once

#include "app/ui/context.h"
#include "solver/measure/monitors/monitors.h"

namespace ez {

void draw_far_plot(const Context& c, const MonitorReading& far);

}  // namespace ez
