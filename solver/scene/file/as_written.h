// Reads back the text of a scene that was in the program's memory.
#pragma once

#include <optional>
#include <string_view>

#include "solver/scene/scene.h"

namespace ez {

// Converts the output of write_scene() back to the same scene, whether or not it satisfies the rules (validate()).
// Empty if the text is not TOML, or if a key or its type is wrong.
std::optional<Scene> scene_as_written(std::string_view text);

}  // namespace ez
