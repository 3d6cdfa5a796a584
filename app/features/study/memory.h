// Values that the experiments of several runs remember from frame to frame.
#pragma once

#include "app/ui/kit/area.h"

namespace ez {

struct StudyMemory {
  Area plot;                  // the sweep's plot in this frame; empty if it is not shown
  bool open_section = false;  // a sweep was chosen: opens the section and scrolls to it
};

}  // namespace ez
