#include "solver/scene/shape.h"

namespace ez {

std::vector<std::string*> materials_of(Shape& shape) {
  std::vector<std::string*> out;
  auto* image = std::get_if<ImageShape>(&shape.geometry);
  if (image)
    for (ImageLevel& level : image->levels) out.push_back(&level.material);
  if (image && image->ramp)
    for (std::string& end : *image->ramp) out.push_back(&end);
  if (out.empty()) out.push_back(shape.state.empty() ? &shape.material : &shape.state);
  return out;
}

std::vector<std::string_view> materials_of(const Shape& shape) {
  if (shape.wall) return {wall_name};
  std::vector<std::string_view> out;
  const auto* image = std::get_if<ImageShape>(&shape.geometry);
  if (image)
    for (const ImageLevel& level : image->levels) out.emplace_back(level.material);
  if (image && image->ramp)
    for (const std::string& end : *image->ramp) out.emplace_back(end);
  if (out.empty()) out.emplace_back(shape.state.empty() ? shape.material : shape.state);
  return out;
}

}  // namespace ez
