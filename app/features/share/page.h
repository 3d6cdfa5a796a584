// A page on a scene as one file of HTML that needs nothing else: its picture, what was measured beside what theory
// says, what probes recorded, and the scene itself.
#pragma once

#include <string>

#include "app/model/state.h"
#include "render/image.h"

namespace ez {

std::string page_of(const State& state, const Image& picture);

}  // namespace ez
