// Commands of the boundary lab. Panes are variants of the scene. Adding, removing, copying or editing a pane is
// therefore an edit of the scene and can be undone.
#pragma once

#include <optional>
#include <string>

#include "app/features/boundary_lab/state.h"
#include "app/model/command.h"

namespace ez {
namespace command {

struct StartSearch {};        // searches a better grading for the active pane
struct CancelSearch {};       // ends the search and leaves the grading unchanged
struct ExplainReflection {};  // searches the causes of the active pane's reflection
struct CancelExplaining {};
struct HideFault {  // hides a fault chosen by this seed; without a seed removes it
  std::optional<int> seed;
};
struct Guess {
  BoundaryFault fault;
};
struct Reveal {};
struct SaveReport {  // saves PNG, CSV and the scene; empty path: uses a name made from scene and time
  std::string path;
};

}  // namespace command

void on(State& s, Services& x, const command::StartSearch& c);
void on(State& s, Services& x, const command::CancelSearch& c);
void on(State& s, Services& x, const command::ExplainReflection& c);
void on(State& s, Services& x, const command::CancelExplaining& c);
void on(State& s, Services& x, const command::HideFault& c);
void on(State& s, Services& x, const command::Guess& c);
void on(State& s, Services& x, const command::Reveal& c);
void on(State& s, Services& x, const command::SaveReport& c);

}  // namespace ez
