// Values that the kernel lab remembers from frame to frame.
#pragma once

#include <array>
#include <string>

#include "app/ui/kit/area.h"

namespace ez {

struct KernelMemory {
  bool roofline = false;        // the tab of the roofline is selected, in a window with space for one tab only
  Area map;                     // area of this frame's card of block shapes; empty if it is not shown
  std::string asked;            // name of a chosen scheme that cannot run the scene
  std::array<int, 16> forms{};  // index of the form chosen in each row of the table
};

}  // namespace ez
