// Variants of a scene. Inner header of solver/scene.
#pragma once

#include <optional>
#include <vector>

#include "solver/scene/file/rules.h"

namespace ez {

// One variant's scene as far as it can be read, and its errors. The findings' paths are those of the variant's keys
// ("boundary.left"), or empty if no key is responsible.
struct VariantReading {
  Scene scene;
  std::vector<Finding> findings;
};
VariantReading read_variant(const Scene& scene, const Variant& variant);

// Returns the keys by which `wanted` differs from `base`, sorted by path. Empty if keys cannot express the difference:
// another title or text, or a removed hidden fault. Ignores variants.
std::optional<std::vector<Override>> differences(const Scene& base, const Scene& wanted);

}  // namespace ez
