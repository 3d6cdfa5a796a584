// How a session's log tells the start page's command (app/session_log/text.h).
#pragma once

#include "app/first/commands.h"
#include "app/session_log/members.h"

namespace ez {

void members(auto& v, Of<Welcome> auto& w) {
  auto& [page, hint, seen, toured] = w;
  v("page", page), v("hint", hint), v("seen", seen), v("toured", toured);
}
void members(auto& v, Of<command::SetWelcome> auto& c) {
  auto& [welcome] = c;
  v("welcome", welcome);
}

// For features.cpp.
CommandKinds first_commands();

}  // namespace ez
