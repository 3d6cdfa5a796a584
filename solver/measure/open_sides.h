// The measured sides that a reference run opens. Beyond an opened side the domain is infinite: media continue outwards
// unchanged, and so does a line source that runs straight into the side. Everything in the side's layer is in stretched
// space. If it changes on the way out, because a source ends or a medium changes, there is no infinite domain to
// compare with. Such a side stays closed in both runs, and the reason is reported.
//
// A line source that passes through a layer emits a wave along the side. At 90° any layer reflects nearly everything,
// so a reading would say nothing about the layer. Such a side is only opened if Reflection::sides names it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "solver/problem/padding.h"
#include "solver/scene/scene.h"

namespace ez {

// Returns by Side why a side that should be measured cannot be opened, as the middle of a sentence. Empty: it can.
std::array<std::string, 4> why_not_opened(const Scene& scene);
// Returns those of measured_sides() that can be opened. If a run has already opened some (Reflection::opened), returns
// those.
std::vector<Side> opened_sides(const Scene& scene);
// Returns "not measured: bottom, top: the source …", one line for each reason. Each line begins with `what`.
std::string in_words(const std::array<std::string, 4>& why, const char* what = "not measured");

// Returns the source for the reference run, in the scene's coordinates. A line that runs straight into an opened side
// continues to the last node of the padding. Its nodes within the scene are unchanged.
Source continued(const Scene& scene, const Source& source, const Padding& padding);

}  // namespace ez
