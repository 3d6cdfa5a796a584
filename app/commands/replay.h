// A session's log in the place of a scene and of the user.
#pragma once

#include "app/session/options.h"

namespace ez {

// Runs `command.replay`, to a film where `command.out` names one: that needs no window. A size of 0: as it was
// recorded. Returns the exit code; throws LogError.
int replay(WindowCommand command);

}  // namespace ez
