// Commands of the boundary lab. Panes are variants of the scene: adding, removing, copying and editing one is
// an edit of the scene and can be undone.
#pragma once

#include <optional>
#include <string>

#include "app/boundary_lab/state.h"
#include "app/state/command.h"

namespace ez {
namespace command {

struct SetLab {
  LabSettings settings;
};
struct SelectPane {
  int pane = 0;
};
struct AddPane {};  // a copy of the active one; up to four
struct RemovePane {
  int pane = 0;
};
struct Measure {  // the reference run and all that rests on it: sets Scene::reflection.on
  bool on = true;
};
struct StartSearch {};   // for a better grading of the active pane
struct CancelSearch {};  // the grading stays as it is
struct HideFault {       // a hidden fault of this seed; nothing: none
  std::optional<int> seed;
};
struct Guess {
  BoundaryFault fault;
};
struct Reveal {};
struct Mend {};      // LabState::instability's remedy
struct SaveReport {  // PNG, CSV and the scene; empty path: a name made from scene and time
  std::string path;
};

}  // namespace command

void on(State& s, Services& x, const command::SetLab& c);
void on(State& s, Services& x, const command::SelectPane& c);
void on(State& s, Services& x, const command::AddPane& c);
void on(State& s, Services& x, const command::RemovePane& c);
void on(State& s, Services& x, const command::Measure& c);
void on(State& s, Services& x, const command::StartSearch& c);
void on(State& s, Services& x, const command::CancelSearch& c);
void on(State& s, Services& x, const command::HideFault& c);
void on(State& s, Services& x, const command::Guess& c);
void on(State& s, Services& x, const command::Reveal& c);
void on(State& s, Services& x, const command::Mend& c);
void on(State& s, Services& x, const command::SaveReport& c);

}  // namespace ez
