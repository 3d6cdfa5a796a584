// Which of the measured sides a reference run opens. Beyond an opened side it is an infinite room: media go on
// outwards as they are at the side, and so does a line source that runs straight into it. What lies in the side's layer
// lies in stretched space; where it is not the same all the way out, a source that ends there or a medium that changes,
// there is no infinite room that it could be compared with. Such a side stays as it is in both runs, and why is told.
//
// A line that runs through a layer makes a wave along the side. There, at 90°, any layer returns nearly all, and a
// reading would say nothing of how it is built: such a side is opened only when Reflection::sides names it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "solver/problem/padding.h"
#include "solver/scene/scene.h"

namespace ez {

// By Side: why a side that is to be measured cannot be opened, the middle of a sentence. Empty: nothing is in the way.
std::array<std::string, 4> why_not_opened(const Scene& scene);
// Those of measured_sides() that can be opened; once a run has opened some (Reflection::opened), those.
std::vector<Side> opened_sides(const Scene& scene);
// "not measured: bottom, top: the source …", a line for each reason; `what` it is a reason for.
std::string in_words(const std::array<std::string, 4>& why, const char* what = "not measured");

// The source as the reference run holds it, in the scene's coordinates: a line that runs straight into an opened side
// goes on to the last node of the padding. Its nodes within the scene are the same.
Source continued(const Scene& scene, const Source& source, const Padding& padding);

}  // namespace ez
