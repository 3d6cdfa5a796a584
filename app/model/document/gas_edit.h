// What the window asks of a scene of a gas or heat.
#pragma once

#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/scene/scene.h"

namespace ez {

// What uses a state: "the background", "2 shapes"; empty when nothing does. The first is the background where the
// scene names none.
Text users_of_state(const Scene& scene, std::size_t state);

// The quantities that are offered for a scene of this physics, in the order of the keys 1 to 9 and 0. (Those of a map
// have a row beside their monitor.)
std::vector<Quantity> offered_quantities(Physics physics);

}  // namespace ez
