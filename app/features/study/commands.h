// Commands of experiments of several runs.
#pragma once

#include <string>

#include "app/model/command.h"
#include "solver/scene/scene_sweep.h"

namespace ez {
namespace command {

struct CheckConvergence {};   // runs the active pane's scene on a coarser and a finer grid
struct CancelConvergence {};  // ends these runs without a verdict

struct SetUpSweep {  // shows this sweep in the panel
  SceneSweep sweep;
};
struct RunKeySweep {};   // runs the panel's sweep with the active pane's scene
struct StopKeySweep {};  // ends it; finished points stay
struct OpenSweepPoint {  // edits the scene to that of a point, and runs it until the point's time
  std::size_t point = 0;
};
struct KeepSweep {};  // adds the panel's sweep to the scene
struct SaveSweep {    // saves the shown sweep; empty path: a name made from the scene
  enum class As { csv, json, png } as = As::csv;
  std::string path = {};
};

}  // namespace command

void on(State& s, Services& x, const command::CheckConvergence& c);
void on(State& s, Services& x, const command::CancelConvergence& c);
void on(State& s, Services& x, const command::SetUpSweep& c);
void on(State& s, Services& x, const command::RunKeySweep& c);
void on(State& s, Services& x, const command::StopKeySweep& c);
void on(State& s, Services& x, const command::OpenSweepPoint& c);
void on(State& s, Services& x, const command::KeepSweep& c);
void on(State& s, Services& x, const command::SaveSweep& c);

}  // namespace ez
