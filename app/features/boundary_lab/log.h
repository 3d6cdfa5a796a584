// How a session's log stores the boundary lab's commands (app/model/log/text.h).
#pragma once

#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/state.h"
#include "app/model/log/members.h"

namespace ez {

void members(auto& v, Of<command::HideFault> auto& c) {
  auto& [seed] = c;
  v("seed", seed);
}
void members(auto& v, Of<command::Guess> auto& c) {
  auto& [fault] = c;
  v("fault", fault);
}
void members(auto& v, Of<command::SaveReport> auto& c) {
  auto& [path] = c;
  v("path", path);
}
void members(auto& v, Of<GradingProgress> auto& p) {
  auto& [fraction, trials, before_db, best_db, best, done, cancelled, failed] = p;
  v("fraction", fraction), v("trials", trials), v("before_db", before_db), v("best_db", best_db), v("best", best);
  v("done", done), v("cancelled", cancelled), v("failed", failed);
}
// Used by app/features/all.cpp.
CommandKinds boundary_lab_commands();

}  // namespace ez
