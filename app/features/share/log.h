// How a session's log stores the commands that share a scene (app/model/log/text.h).
#pragma once

#include "app/features/share/commands.h"
#include "app/model/log/members.h"

namespace ez {

void members(auto& v, Of<command::CopyScene> auto& c) {
  auto& [as_link] = c;
  v("as_link", as_link);
}
void members(auto& v, Of<command::OpenText> auto& c) {
  auto& [text, confirmed] = c;
  v("text", text), v("confirmed", confirmed);
}
void members(auto& v, Of<command::SavePage> auto& c) {
  auto& [path] = c;
  v("path", path);
}

// Used by app/features/all.cpp.
CommandKinds share_commands();

}  // namespace ez
