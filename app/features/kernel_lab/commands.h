// Commands of the kernel lab.
#pragma once

#include <string>

#include "app/features/kernel_lab/sweep.h"
#include "app/model/command.h"
#include "solver/engine/engine.h"

namespace ez {
namespace command {

struct SetScheme {  // runs the scheme in every pane that it supports; the field is unchanged
  SchemeChoice choice;
};
struct NearestScene {  // edits the active pane to the nearest scene that the scheme can run, then runs the scheme
  std::string name;
};
struct StartSweep {
  Sweep::Kind kind = Sweep::Kind::blocks;
};
struct CancelSweep {};
struct AdoptBlock {  // selects a block from the map for the run; ends a sweep
  BlockShape block;
};
struct ExportSweep {  // writes the map of block shapes; empty path: uses a name made from the scene
  enum class As { csv, png } as = As::csv;
  std::string path = {};
};

}  // namespace command

void on(State& s, Services& x, const command::SetScheme& c);
void on(State& s, Services& x, const command::NearestScene& c);
void on(State& s, Services& x, const command::StartSweep& c);
void on(State& s, Services& x, const command::CancelSweep& c);
void on(State& s, Services& x, const command::AdoptBlock& c);
void on(State& s, Services& x, const command::ExportSweep& c);

}  // namespace ez
