// Replaces a steady source by a pulse for a measurement of reflection, and back. A steady source never ends, so that
// its reflected wave cannot be separated from its direct wave.
//
// A CW becomes a modulated Gaussian of the same frequency and phase. Its width is a fifth of the CW's ramp, 0.6 periods
// by default. Such a pulse ends before most echoes of other sides arrive, and its mean is nearly zero. Ramps below 3
// periods count as 3, ramps above 6 as 6.
//
// The pulse has its delay written out, although 4.5 widths is the default. This marks it as a replacement, so that it
// can be converted back without other memory, even after an undo or a crash. A file gets the steady source, because the
// scene's checks are about that one.
#pragma once

#include <optional>

#include "solver/scene/scene.h"

namespace ez {

// Returns whether a source that is on is a CW and no source is a pulse that replaced one.
bool can_measure_with_pulse(const Scene& scene);
// Returns whether a source that is on is a pulse that replaced a CW.
bool can_go_back_to_steady(const Scene& scene);

Scene with_pulses(Scene scene);
Scene with_steady_sources(Scene scene);
// Returns the scene with steady sources in place of the pulses that `saved` lacks; empty if there are none.
std::optional<Scene> without_new_pulses(const Scene& scene, const Scene& saved);

}  // namespace ez
