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
  SharedMedia media;  // of this scene; null if it could not be read
  std::vector<Finding> findings;
};
// `known` are the media of `scene`, or null.
VariantReading read_variant(const Scene& scene, const Variant& variant, const SharedMedia& known);

// Returns the keys by which `wanted` differs from `base`, sorted by path. Empty if keys cannot express the difference:
// another title or text, or a removed hidden fault. Ignores variants.
std::optional<std::vector<Override>> differences(const Scene& base, const Scene& wanted);

}  // namespace ez
