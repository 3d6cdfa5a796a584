// What the two cards of a scene's checks share: the badge on the picture and the presenter's large result.
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
// What a check waits for that is not read yet; where the run is paused, how it goes on.
std::string waits_for(const Context& c, const CheckReading& reading);
// The checks that there are readings of: an edit's come a moment later.
std::size_t checks_read(const State& state);
// Where a card of this size covers least: other cards before marks, marks before what of the domain is seen. Of equal
// corners the first: the upper right one, or with `low_first` the lower right one. The lower ones are above the value
// under the cursor and above the legend.
ImVec2 corner_for(const Context& c, const Viewport& v, const Area& legend, ImVec2 size, bool low_first = false);
// In the presenter: one check in figures of a seventh of the picture's height, others in a line each. result_card.cpp
Area draw_result_card(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list);

}  // namespace ez
