// Variants of a scene, inside solver/scene.
#pragma once

#include <optional>
#include <vector>

#include "solver/scene/file/rules.h"

namespace ez {

// One variant's scene as far as it can be read, and what is wrong with it. The findings' paths are those of the
// variant's keys ("boundary.left"), empty where none of them is to blame.
struct VariantReading {
  Scene scene;
  std::vector<Finding> findings;
};
VariantReading read_variant(const Scene& scene, const Variant& variant);

// The keys by which `wanted` differs from `base`, sorted by path; nothing when keys cannot say it: another title or
// text, or a hidden fault that is gone. Variants are not looked at.
std::optional<std::vector<Override>> differences(const Scene& base, const Scene& wanted);

}  // namespace ez
