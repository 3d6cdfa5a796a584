// Replays a session's log instead of a scene and the user's input.
#pragma once

#include "app/options/window_command.h"

namespace ez {

// Replays `command.replay`. If `command.out` names a video, the replay is recorded to it and needs no window. A size of
// 0 uses the recorded size. Returns the exit code. Throws LogError.
int replay(WindowCommand command);

}  // namespace ez
