// Whose eyes the colours are for. What it changes: theme() in app/ui/kit/look.h and seen_colormap().
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace ez {

// Who sees all colours, who confuses red with green, who confuses blue with yellow, and who sees none.
enum class ColorVision { usual, red_green, blue_yellow, gray };

struct ColorVisionFacts {
  ColorVision vision;
  std::string_view name;   // as it is kept
  std::string_view label;  // in the panel
};
inline constexpr std::array<ColorVisionFacts, 4> color_visions = {
    {{ColorVision::usual, "usual", "As they are"},
     {ColorVision::red_green, "red-green", "Red and green alike"},
     {ColorVision::blue_yellow, "blue-yellow", "Blue and yellow alike"},
     {ColorVision::gray, "gray", "Lightness alone"}}};
constexpr const ColorVisionFacts& facts_of(ColorVision vision) {
  return color_visions[static_cast<std::size_t>(vision)];
}
// A name that is none gives the usual one.
ColorVision color_vision_named(std::string_view name);

// The map that is painted where `name` was chosen: one in which these eyes tell the values apart.
std::string_view seen_colormap(std::string_view name, ColorVision vision);

}  // namespace ez
