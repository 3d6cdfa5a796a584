// Functions for both views of a scene's checks: the badge on the picture and the presenter's large result.
#pragma once

#include <cstddef>
#include <string>

#include "app/ui/context.h"
#include "app/ui/picture/viewport.h"
#include "solver/measure/check_watch.h"

namespace ez {

struct CheckBadge {
  ImWchar icon;
  ImU32 color, back;
};
CheckBadge badge_of(const Theme& theme, const CheckReading& reading);
// Returns what an unfinished check is waiting for. If the run is paused, also says how to continue.
std::string waits_for(const Context& c, const CheckReading& reading);
// Returns the number of checks with readings. After an edit the readings arrive a little later.
std::size_t checks_read(const State& state);
// Returns the corner at which a card of this size covers least. Covering other cards counts most, then marks, then the
// visible domain. Among equal corners it takes the first: the upper right one, or with `low_first` the lower right one.
// The lower corners are above the value under the cursor and above the legend.
ImVec2 corner_for(const Context& c, const Viewport& v, const Area& legend, ImVec2 size, bool low_first = false);
// Draws the checks in the presenter: one check with figures of a seventh of the picture's height, the others in a line
// each. result_card.cpp
Area draw_result_card(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);

}  // namespace ez
