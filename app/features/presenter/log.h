// How a session's log stores the presenter's commands (app/model/log/text.h).
#pragma once

#include "app/features/presenter/commands.h"
#include "app/model/log/members.h"

namespace ez {

void members(auto& v, Of<command::NextScene> auto& c) {
  auto& [by] = c;
  v("by", by);
}
// Used by app/features/all.cpp.
CommandKinds presenter_commands();

}  // namespace ez
