// Finds the key of a number in a scene file from an edit of it.
#pragma once

#include <optional>
#include <string>

#include "solver/scene/scene.h"

namespace ez {

struct NumberKey {
  std::string path;  // as for `--set`: "source.0.at.1"
  double value = 0;  // in the scene before the edit, in the key's unit
  bool operator==(const NumberKey&) const = default;
};

// Returns the number by which the scenes differ. Empty if they differ by anything else, or by more than one number.
// Ignores variants.
std::optional<NumberKey> differing_number(const Scene& scene, const Scene& edited);

}  // namespace ez
