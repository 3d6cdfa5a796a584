// The numbers of a scene that its formulas can name: constants of nature, and numbers of the grid, sources, media and
// shapes. formula_words() describes each.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

// Calls define(name, value) for each constant; a name may occur twice. The value is NaN if a shape or a pole does not
// exist, so that a formula still parses after it is deleted. `mentions` returns true if a part of a name is needed.
// Constants of other materials, states and sources are skipped, because a scene may have thousands of each.
void constants_of(const Scene& scene, const std::function<void(const std::string&, double)>& define,
                  const std::function<bool(std::string_view)>& mentions);

// A shape that a scene lacks, although a formula names its measures.
struct MissingShape {
  std::string_view kind;  // in English: "rectangle", "circle", "ring"
  std::string material;   // or state
  int needed = 0, present = 0;
};
// Returns the shape that these names need, or nothing if none of them is the measure of a shape.
std::optional<MissingShape> missing_shape(const Scene& scene, const std::vector<std::string>& names);

}  // namespace ez
