// A pulse in place of a steady source, for a measurement of reflection, and the way back. A steady source never ends,
// so that nothing tells its reflected wave from its direct one.
//
// A CW becomes the Hann pulse whose first half is the CW's own start: sin²(πft/(2·ramp)) times the same carrier, of
// 2·ramp periods. Its numbers say which CW it was, so the way back needs no memory: it is there after saving, undoing
// and opening the file again. Starts shorter than 2 periods or longer than 6 count as these.
#pragma once

#include "solver/scene/scene.h"

namespace ez {

// Whether a source that is on is a CW, and none is a pulse that stands for one.
bool can_measure_with_pulse(const Scene& scene);
// Whether a source that is on is a pulse that stands for a CW.
bool can_go_back_to_steady(const Scene& scene);

Scene with_pulses(Scene scene);
Scene with_steady_sources(Scene scene);

}  // namespace ez
