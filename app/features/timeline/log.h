// How a session's log stores the timeline's commands (app/model/log/text.h).
#pragma once

#include "app/features/timeline/commands.h"
#include "app/model/log/members.h"

namespace ez {

void members(auto& v, Of<command::CompareWithThen> auto& c) {
  auto& [step] = c;
  v("step", step);
}
void members(auto& v, Of<command::SetTimeline> auto& c) {
  auto& [shown, budget] = c;
  v("shown", shown), v("budget", budget);
}

// Used by app/features/all.cpp.
CommandKinds timeline_commands();

}  // namespace ez
