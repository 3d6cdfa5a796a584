// What the timeline's bar remembers from frame to frame.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "app/ui/kit/area.h"
#include "app/ui/kit/texture.h"

namespace ez {

struct TimelineMemory {
  Area bar;                                                           // below the picture; empty while it is not shown
  std::map<std::pair<int, bool>, std::unique_ptr<Texture>> pictures;  // by a moment's id and whether the theme is dark
  std::uint64_t version = 0;                                          // of the moments they are of
};

}  // namespace ez
