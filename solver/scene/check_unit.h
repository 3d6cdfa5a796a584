// Finds the unit in which a check's two values are displayed.
#pragma once

#include <string>

#include "solver/scene/scene.h"

namespace ez {

// Returns the check's key `unit`. If it is empty and `measured` is a single call of a function that reads an
// instrument, returns that function's unit. An empty result means that the number has no unit or its unit is unknown.
std::string unit_of(const Check& check, const Scene& scene);

}  // namespace ez
