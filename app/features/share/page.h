// Writes a self-contained HTML page about a scene: its picture, measured values with theory, the probes' records, and
// the scene itself.
#pragma once

#include <string>

#include "app/model/state.h"
#include "render/image.h"

namespace ez {

std::string page_of(const State& state, const Image& picture);

}  // namespace ez
