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
inline std::string_view label(EchoCause::Kind k) { return k <= EchoCause::Kind::steady ? name_of(k) : ""; }
void members(auto& v, Of<EchoCause> auto& c) {
  auto& [kind, side, fault, share] = c;
  v("kind", kind), v("side", side), v("fault", fault), v("share", share);
}
void members(auto& v, Of<EchoSignature> auto& s) {
  auto& [side, db, depth, degrees, ends] = s;
  v("side", side), v("db", db), v("depth", depth), v("degrees", degrees), v("ends", ends);
}
void members(auto& v, Of<EchoExplanation> auto& e) {
  auto& [signature, causes, grows, as_designed, runs, nothing] = e;
  v("signature", signature), v("causes", causes), v("grows", grows), v("as_designed", as_designed), v("runs", runs);
  v("nothing", nothing);
}
void members(auto& v, Of<ExplainProgress> auto& p) {
  auto& [fraction, found, done, cancelled, failed] = p;
  v("fraction", fraction), v("found", found), v("done", done), v("cancelled", cancelled), v("failed", failed);
}
// Used by app/features/all.cpp.
CommandKinds boundary_lab_commands();

}  // namespace ez
