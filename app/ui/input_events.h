// The mouse's events where one frame gets several of them: on a busy machine a whole drag may fall between two frames.
#pragma once

#include <imgui.h>

#include <vector>

namespace ez {

// From now on, in the current ImGui context, a button that is released after a movement stays down for the frame of
// that movement and is up in the next one. Fields, handles and plots take the mouse's place only while it is down.
void hold_releases();

// Where the mouse was in this frame, oldest first, in ImGui's units. The last one is where it is.
std::vector<ImVec2> mouse_path();

}  // namespace ez
