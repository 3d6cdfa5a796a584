// Values that the timeline's bar remembers from frame to frame.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "app/ui/kit/area.h"
#include "app/ui/kit/texture.h"

namespace ez {

struct TimelineMemory {
  Area bar;  // below the picture; empty if it is not shown
  // by the snapshot's id and whether the theme is dark
  std::map<std::pair<int, bool>, std::unique_ptr<Texture>> pictures;
  std::uint64_t version = 0;  // version of the snapshots that the pictures show
};

}  // namespace ez
