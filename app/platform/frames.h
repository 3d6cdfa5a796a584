// The loop of frames.
#pragma once

#include <functional>

namespace ez {

// Calls `frame` until it returns false, then returns what `end` returns. In a page the browser calls each frame: the
// function returns 0 at once, and what the frames use must live on in `frame`.
int run_frames(std::function<bool()> frame, std::function<int()> end);

}  // namespace ez
