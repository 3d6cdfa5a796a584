#include "app/platform/frames.h"

namespace ez {

// NOLINTNEXTLINE(performance-unnecessary-value-param): a page keeps both
int run_frames(std::function<bool()> frame, std::function<int()> end) {
  while (frame()) {
  }
  return end();
}

std::string_view missing_here() { return ""; }

}  // namespace ez
