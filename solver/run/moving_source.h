// Prepares moving sources for engines, which know fixed sources only. A moving source drives other nodes in every step.
// So its path is divided into parts of some steps. Within a part it drives all nodes that it reaches, each with a
// signal that is 0 while the source is elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "solver/problem/problem.h"

namespace ez {

inline constexpr int path_part_steps = 128;

struct PathPart {
  // Times of the source: it started at `born`, and step n of the run begins at start + n·Δt.
  struct Clock {
    double born = 0, start = 0, dt = 0;  // s
    bool operator==(const Clock&) const = default;
  };
  Clock clock;
  std::uint64_t first = 0;     // step, a multiple of path_part_steps
  Feed feed;                   // of these nodes, one column for each
  std::vector<double> shares;  // path_part_steps × columns: share of the source's signal
};

// Returns the part of the path that contains `step`. `moving` has a track.
PathPart path_part_of(const Feed& moving, const PathPart::Clock& clock, std::uint64_t step);

}  // namespace ez
