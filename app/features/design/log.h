// How a session's log stores designs (app/model/log/text.h).
#pragma once

#include "app/features/design/commands.h"
#include "app/features/design/state.h"
#include "app/model/log/members.h"

namespace ez {

void members(auto& v, Of<DesignIteration> auto& i) {
  auto& [number, value, grey, beta] = i;
  v("number", number), v("value", value), v("grey", grey), v("beta", beta);
}
void members(auto& v, Of<FinishProgress> auto& p) {
  auto& [fraction, made, done, failed] = p;
  v("fraction", fraction), v("made", made), v("done", done), v("failed", failed);
}
void members(auto& v, Of<command::RunDesign> auto& c) {
  auto& [on] = c;
  v("on", on);
}
void members(auto& v, Of<command::ShowGains> auto& c) {
  auto& [on] = c;
  v("on", on);
}
void members(auto& v, Of<command::PaintStructure> auto& c) {
  auto& [from, to, radius, is_second] = c;
  v("from", from), v("to", to), v("radius", radius), v("is_second", is_second);
}
void members(auto& v, Of<command::ShowStructure> auto& c) {
  auto& [generation, begins, picture, made] = c;
  v("generation", generation), v("begins", begins), v("picture", picture), v("made", made);
}
void members(auto& v, Of<command::StopDesign> auto& c) {
  auto& [why] = c;
  v("why", why);
}
void members(auto& v, Of<command::TakeDesign> auto& c) {
  auto& [scene, value, fine_value, feature] = c;
  v("scene", scene), v("value", value), v("fine_value", fine_value), v("feature", feature);
}
// Used by app/features/all.cpp.
CommandKinds design_commands();

}  // namespace ez
