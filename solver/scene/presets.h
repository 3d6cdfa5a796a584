// Known media that a material can start from, with the source and the range of their numbers.
#pragma once

#include <span>
#include <string_view>

#include "solver/scene/scene.h"

namespace ez {

struct Preset {
  std::string_view title;   // for people
  std::string_view source;  // where the numbers are from, and where they hold
  Material material;        // its `preset` is the name in files
};
std::span<const Preset> material_preset_list();  // in the order of preset_names
const Preset* find_preset(std::string_view name);
// What a material of this preset is, without a colour of its own; a plain one where there is no such preset.
Material started_from(std::string_view preset);

}  // namespace ez
