// Draws a waveform over time and its spectrum side by side in one small plot.
#pragma once

#include "app/ui/context.h"

namespace ez {

void draw_waveform_plot(const Context& c, const Waveform& waveform);

}  // namespace ez
