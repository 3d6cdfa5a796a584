// Until when a difference between a run and its reference run can only have come from one side. Every path by way of
// another opened side is at least as long as that from the source, mirrored at it, to the node, and a wave is nowhere
// faster than in the scene's fastest medium:
//
//            source ●─────────╮ own echo            at node ×:  own     from  |s′(left) − ×| / v   on
//    left ┊         │ ╲       │                                 others  from  |s″(bottom) − ×| / v on
//         ┊×━━━━━━━━┷━━╲━━━━━━┷
//         ┊┄┄┄┄┄┄┄┄┄┄┄┄┄╲┄┄┄┄┄┄┄ bottom
//
// Near a corner both come at once: what happens in corners is in no side's own echo.
#pragma once

#include <vector>

#include "solver/measure/reflection.h"
#include "solver/scene/scene.h"

namespace ez {

// For every node of a side's meter line the time in s before which nothing of another opened side is there (the pulse
// 160 dB below its peak). 0 where that is before the whole echo of the side itself has passed, of one source at least:
// of a pulse to −60 dB, of a CW to its full strength. `open` sides return nothing.
std::vector<double> own_until(const Scene& scene, const MeterLine& line, const std::vector<Side>& open);

}  // namespace ez
