// How a session's log tells the boundary lab's commands (app/session_log/text.h).
#pragma once

#include "app/boundary_lab/commands.h"
#include "app/boundary_lab/state.h"
#include "app/session_log/members.h"

namespace ez {

void members(auto& v, Of<GradingBand> auto& b) {
  auto& [degrees_low, degrees_high, frequency_low, frequency_high] = b;
  v("degrees_low", degrees_low), v("degrees_high", degrees_high), v("frequency_low", frequency_low),
      v("frequency_high", frequency_high);
}
void members(auto& v, Of<LabSettings> auto& s) {
  auto& [difference_with, residual_floor, angle_frequency, band, ledger] = s;
  v("difference_with", difference_with), v("residual_floor", residual_floor), v("angle_frequency", angle_frequency),
      v("band", band), v("ledger", ledger);
}
void members(auto& v, Of<command::Measure> auto& c) {
  auto& [on] = c;
  v("on", on);
}
void members(auto& v, Of<command::SetLab> auto& c) {
  auto& [settings] = c;
  v("settings", settings);
}
template <class C>
concept OfPane = Of<C, command::SelectPane> || Of<C, command::RemovePane>;
void members(auto& v, OfPane auto& c) {
  auto& [pane] = c;
  v("pane", pane);
}
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
void members(auto& v, Of<Instability> auto& i) {
  auto& [pane, node, step, cause, remedy, mended, last_good, back_to, seeks_remedy, from_start] = i;
  v("pane", pane), v("node", node), v("step", step), v("cause", cause), v("remedy", remedy), v("mended", mended),
      v("last_good", last_good), v("back_to", back_to), v("seeks_remedy", seeks_remedy), v("from_start", from_start);
}

// For features.cpp.
CommandKinds boundary_lab_commands();

}  // namespace ez
