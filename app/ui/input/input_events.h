// Handles frames that receive several mouse events. On a busy machine a whole drag may happen between two frames.
#pragma once

#include <imgui.h>

#include <vector>

namespace ez {

// From now on, delays a press or release that follows a movement to its own frame, in the current ImGui context. The
// item under the mouse is then known when a button goes down, and a drag sees the position where it goes up.
void hold_releases();

// Returns the positions of the mouse during this frame, oldest first, in ImGui's units. The last one is the present
// position.
std::vector<ImVec2> mouse_path();

}  // namespace ez
