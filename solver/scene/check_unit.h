// The unit of a check's two values, for display.
#pragma once

#include <string>

#include "solver/scene/scene.h"

namespace ez {

// The check's own key `unit`; where it has none and `measured` is one call of a function that reads an instrument, that
// function's unit. Empty: a number without a unit, or the unit is not known.
std::string unit_of(const Check& check, const Scene& scene);

}  // namespace ez
