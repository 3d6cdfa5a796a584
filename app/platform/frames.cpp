#include "app/platform/frames.h"

namespace ez {

int run_frames(std::function<bool()> frame, std::function<int()> end) {
  while (frame()) {
  }
  return end();
}

std::string_view missing_here() { return ""; }

}  // namespace ez
