// Functions on scenes of a gas or heat that the window needs.
#pragma once

#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/scene/scene.h"

namespace ez {

// Returns the users of a state: "the background", "2 shapes". Empty if the state is unused. The first state is the
// background if the scene names none.
Text users_of_fluid_state(const Scene& scene, std::size_t state);

// Returns the quantities offered for a scene of this physics, in the order of the keys 1 to 9 and 0. The quantities of
// a map are missing here; they are in the row of their monitor.
std::vector<Quantity> offered_quantities(Physics physics);

}  // namespace ez
