// A scene that was in the program's memory, of which nothing is known but its text.
#pragma once

#include <optional>
#include <string_view>

#include "solver/scene/scene.h"

namespace ez {

// What write_scene() has written, back to the same scene, whether it keeps the rules (validate()) or not. Nothing where
// the text is no TOML, or a key or a type of it is wrong.
std::optional<Scene> scene_as_written(std::string_view text);

}  // namespace ez
