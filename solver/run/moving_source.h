// A source on its way drives other nodes every step, and engines know fixed ones. So its way is cut into parts of
// some steps: within one it drives all nodes that it comes to, each with a signal that is 0 while it is elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/problem/problem.h"

namespace ez {

inline constexpr int path_part_steps = 128;

struct PathPart {
  // What step n of the run is to the source: it was born at `born`, and the step begins at start + n·Δt.
  struct Clock {
    double born = 0, start = 0, dt = 0;  // s
    bool operator==(const Clock&) const = default;
  };
  Clock clock;
  std::uint64_t first = 0;     // step, a multiple of path_part_steps
  Feed feed;                   // of these nodes, a column each
  std::vector<double> shares;  // path_part_steps × columns: of the source's signal
};

// `moving` has a track; of the part that the step lies in.
PathPart path_part_of(const Feed& moving, const PathPart::Clock& clock, std::uint64_t step);

}  // namespace ez
