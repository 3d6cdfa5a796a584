// What the kernel lab remembers from frame to frame.
#pragma once

#include <array>
#include <string>

#include "app/ui/kit/area.h"

namespace ez {

struct KernelMemory {
  bool roofline = false;        // the roofline's tab is shown, where there is room for one tab
  Area map;                     // of this frame's card of block shapes; empty where it is not shown
  std::string asked;            // name of a scheme that was chosen and cannot do the scene
  std::array<int, 16> forms{};  // index of the form chosen in each row of the table
};

}  // namespace ez
