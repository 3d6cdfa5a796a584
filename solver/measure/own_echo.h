// The time until which a difference between a run and its reference run can only come from one side. Every path by way
// of another opened side is at least as long as that from the source, mirrored at that side, to the node. A wave is
// nowhere faster than in the scene's fastest medium:
//
//            source ●─────────╮ own echo            at node ×:  own     from  |s′(left) − ×| / v   on
//    left ┊         │ ╲       │                                 others  from  |s″(bottom) − ×| / v on
//         ┊×━━━━━━━━┷━━╲━━━━━━┷
//         ┊┄┄┄┄┄┄┄┄┄┄┄┄┄╲┄┄┄┄┄┄┄ bottom
//
// Near a corner both arrive at once, so effects of corners are in no side's own echo.
#pragma once

#include <vector>

#include "solver/measure/reflection.h"
#include "solver/scene/scene.h"

namespace ez {

// Returns, for every node of a side's meter line, the time in s before which no wave from another opened side is there
// (the pulse 160 dB below its peak). Returns 0 if that is before the whole echo of the side itself has passed, for at
// least one source: a pulse until −60 dB, a CW until its full strength. `open` sides reflect nothing.
std::vector<double> own_until(const Scene& scene, const SceneMedia& media, const MeterLine& line,
                              const std::vector<Side>& open);

}  // namespace ez
