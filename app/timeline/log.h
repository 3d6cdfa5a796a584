// How a session's log tells the timeline's commands (app/session_log/text.h).
#pragma once

#include "app/session_log/members.h"
#include "app/timeline/commands.h"

namespace ez {

void members(auto& v, Of<command::PlayBackwards> auto& c) {
  auto& [on] = c;
  v("on", on);
}
template <class C>
concept OfStep = Of<C, command::GoTo> || Of<C, command::CompareWithThen>;
void members(auto& v, OfStep auto& c) {
  auto& [step] = c;
  v("step", step);
}
void members(auto& v, Of<command::SetTimeline> auto& c) {
  auto& [shown, budget] = c;
  v("shown", shown), v("budget", budget);
}

// For features.cpp.
CommandKinds timeline_commands();

}  // namespace ez
