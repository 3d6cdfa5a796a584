// A pulse in place of a steady source, for a measurement of reflection, and the way back. A steady source never ends,
// so that nothing tells its reflected wave from its direct one.
//
// A CW becomes a modulated Gaussian of the same frequency and phase, as wide as a fifth of the CW's ramp: 0.6 periods
// by default, which keeps most echoes of other sides behind it and has next to no mean. Ramps below 3 periods count as
// 3, above 6 as 6. The pulse has its delay written out, 4.5 widths, which is the default. That marks it, so the way
// back needs no memory: it is there after saving, undoing and opening the file again.
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
