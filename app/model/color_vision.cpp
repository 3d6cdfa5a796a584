#include "app/model/color_vision.h"

#include <algorithm>

#include "render/colormap.h"

namespace ez {

ColorVision color_vision_named(std::string_view name) {
  const auto* at = std::ranges::find(color_visions, name, &ColorVisionFacts::name);
  return at == color_visions.end() ? ColorVision::usual : at->vision;
}

// The maps are told apart by eyes that confuse two colours (tests/render/colormap_test.cpp), not by lightness alone:
// both ends of a signed one are as light.
std::string_view seen_colormap(std::string_view name, ColorVision vision) {
  if (vision != ColorVision::gray || name == "schlieren") return name;
  return is_diverging(name) ? "black-white" : "gray";
}

}  // namespace ez
