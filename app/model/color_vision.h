// The kind of colour vision that the colours are chosen for. It affects theme() in app/ui/kit/look.h and
// seen_colormap().
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace ez {

// Full colour vision, red-green confusion, blue-yellow confusion, and no colour vision.
enum class ColorVision { usual, red_green, blue_yellow, gray };

struct ColorVisionFacts {
  ColorVision vision;
  std::string_view name;   // as stored in the settings
  std::string_view label;  // shown in the panel
};
inline constexpr std::array<ColorVisionFacts, 4> color_visions = {
    {{ColorVision::usual, "usual", "Normal"},
     {ColorVision::red_green, "red-green", "Red-green blind"},
     {ColorVision::blue_yellow, "blue-yellow", "Blue-yellow blind"},
     {ColorVision::gray, "gray", "No colour vision"}}};
constexpr const ColorVisionFacts& facts_of(ColorVision vision) {
  return color_visions[static_cast<std::size_t>(vision)];
}
// Returns `usual` for an unknown name.
ColorVision color_vision_named(std::string_view name);

// Returns the map to paint in place of the chosen map `name`, so that these eyes can tell its values apart.
std::string_view seen_colormap(std::string_view name, ColorVision vision);

}  // namespace ez
