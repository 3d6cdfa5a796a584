// How a session's log stores the video's commands (app/model/log/text.h).
#pragma once

#include "app/features/film/commands.h"
#include "app/model/log/members.h"

namespace ez {

void members(auto& v, Of<command::Film> auto& c) {
  auto& [on, path, suffix] = c;
  v("on", on), v("path", path), v("suffix", suffix);
}
void members(auto& v, Of<FilmEnd> auto& f) {
  auto& [why, bytes] = f;
  v("why", why), v("bytes", bytes);
}

// Used by app/features/all.cpp.
CommandKinds film_commands();

}  // namespace ez
