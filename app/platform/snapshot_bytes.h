// How much memory the snapshots of the timeline take unless the user chooses another amount.
#pragma once

namespace ez {

#if defined(__EMSCRIPTEN__)
inline constexpr double usual_snapshot_bytes = 64e6;  // a page shares a small device's memory with other pages
#else
inline constexpr double usual_snapshot_bytes = 512e6;
#endif

}  // namespace ez
