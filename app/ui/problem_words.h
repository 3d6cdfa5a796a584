// Describes problems of a scene in the words of the window: "lamp", "the left side" instead of keys of the file.
#pragma once

#include <string>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/scene.h"

namespace ez {

std::string problem_words(const Scene& scene, const Message& problem);
// Turns "source.0.waveform.phase" into "lamp's phase". Text that is no key of the scene stays unchanged.
std::string words_for_key(const Scene& scene, std::string_view path);

}  // namespace ez
