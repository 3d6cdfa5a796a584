#include "app/model/color_vision.h"

#include <algorithm>

#include "render/colormap.h"

namespace ez {

ColorVision color_vision_named(std::string_view name) {
  const auto* at = std::ranges::find(color_visions, name, &ColorVisionFacts::name);
  return at == color_visions.end() ? ColorVision::usual : at->vision;
}

// A signed map cannot rely on lightness alone, because both of its ends are equally light.
// tests/render/colormap_test.cpp checks that eyes which confuse two colours can still tell its values apart.
std::string_view seen_colormap(std::string_view name, ColorVision vision) {
  if (vision != ColorVision::gray || name == "schlieren") return name;
  return is_diverging(name) ? "black-white" : "gray";
}

}  // namespace ez
