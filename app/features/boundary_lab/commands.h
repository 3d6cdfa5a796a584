// Commands of the boundary lab. Panes are variants of the scene: adding, removing, copying and editing one is
// an edit of the scene and can be undone.
#pragma once

#include <optional>
#include <string>

#include "app/features/boundary_lab/state.h"
#include "app/model/command.h"

namespace ez {
namespace command {

struct StartSearch {};   // for a better grading of the active pane
struct CancelSearch {};  // the grading stays as it is
struct HideFault {       // a hidden fault of this seed; nothing: none
  std::optional<int> seed;
};
struct Guess {
  BoundaryFault fault;
};
struct Reveal {};
struct SaveReport {  // PNG, CSV and the scene; empty path: a name made from scene and time
  std::string path;
};

}  // namespace command

void on(State& s, Services& x, const command::StartSearch& c);
void on(State& s, Services& x, const command::CancelSearch& c);
void on(State& s, Services& x, const command::HideFault& c);
void on(State& s, Services& x, const command::Guess& c);
void on(State& s, Services& x, const command::Reveal& c);
void on(State& s, Services& x, const command::SaveReport& c);

}  // namespace ez
