// Known media from which a material can start, with the source and the valid range of their numbers.
#pragma once

#include <span>
#include <string_view>

#include "solver/scene/scene.h"

namespace ez {

struct Preset {
  std::string_view title;   // for display
  std::string_view source;  // source of the numbers, and where they hold
  Material material;        // its `preset` is the name in files
};
std::span<const Preset> material_preset_list();  // in the order of preset_names
const Preset* find_preset(std::string_view name);
// Returns a material of this preset, without a colour. A plain material if the preset does not exist.
Material started_from(std::string_view preset);

}  // namespace ez
