// The timeline below the picture, and its keys.
#pragma once

#include "app/ui/context.h"

namespace ez {

void draw_timeline(const Context& c);
void timeline_keys(const Context& c);
void step_back(const Context& c);

}  // namespace ez
