// Draws the far field over the angle: as a polar diagram if the angles span at least half a circle, otherwise as a plot
// with its ticks.
#pragma once

#include "app/ui/context.h"
#include "solver/measure/monitors/monitors.h"

namespace ez {

void draw_far_plot(const Context& c, const MonitorReading& far);

}  // namespace ez
