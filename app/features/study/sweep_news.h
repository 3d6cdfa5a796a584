// News of a running sweep: the points that were finished since the previous frame.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ez {

struct FinishedPoint {
  std::size_t point = 0;
  double measured = 0, theory = 0;
  std::uint64_t steps = 0;
  double time = 0;  // s
  std::string problem = {};
};

struct SweepNews {
  double fraction = 0;  // of the work, 0 … 1
  std::vector<FinishedPoint> points = {};
  bool done = false;
  std::string failed = {};  // the reason of a failure; empty: none
};

}  // namespace ez
