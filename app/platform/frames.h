// The loop of frames, and what a page lacks.
#pragma once

#include <functional>
#include <string_view>

namespace ez {

// Calls `frame` until it returns false, then returns what `end` returns. In a page the browser calls each frame: the
// function returns 0 at once, and what the frames use must live on in `frame`.
int run_frames(std::function<bool()> frame, std::function<int()> end);

// Returns a sentence on what the program in a page lacks; empty elsewhere.
std::string_view missing_here();

}  // namespace ez
