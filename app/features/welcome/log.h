// How a session's log stores the start page's command (app/model/log/text.h).
#pragma once

#include "app/features/welcome/commands.h"
#include "app/model/log/members.h"

namespace ez {

void members(auto& v, Of<Welcome> auto& w) {
  auto& [page, hint, seen, toured] = w;
  v("page", page), v("hint", hint), v("seen", seen), v("toured", toured);
}
void members(auto& v, Of<command::SetWelcome> auto& c) {
  auto& [welcome] = c;
  v("welcome", welcome);
}

// Used by app/features/all.cpp.
CommandKinds welcome_commands();

}  // namespace ez
