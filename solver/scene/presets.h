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

// The preset whose σm follows its σ.
inline constexpr std::string_view absorber_preset = "absorber";
// Returns the magnetic loss in Ω/m with which the material's wave impedance is that without losses: σm/μ = σ/ε.
double matched_sigma_m(const Material& material);

}  // namespace ez
