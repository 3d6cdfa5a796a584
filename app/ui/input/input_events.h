// The mouse's events where one frame gets several of them: on a busy machine a whole drag may fall between two frames.
#pragma once

#include <imgui.h>

#include <vector>

namespace ez {

// From now on, in the current ImGui context, a press or a release that comes after a movement has a frame of its own:
// what the mouse is over is known when a button goes down, and a drag sees the place where it goes up.
void hold_releases();

// Where the mouse was in this frame, oldest first, in ImGui's units. The last one is where it is.
std::vector<ImVec2> mouse_path();

}  // namespace ez
