// Commands of the kernel lab.
#pragma once

#include <string>

#include "app/features/kernel_lab/sweep.h"
#include "app/model/command.h"
#include "solver/engine/engine.h"

namespace ez {
namespace command {

struct SetScheme {  // for every pane that it can do; the field stays
  SchemeChoice choice;
};
struct NearestScene {  // an edit of the active pane: the nearest scene that the scheme can do; then the scheme runs
  std::string name;
};
struct StartSweep {
  Sweep::Kind kind = Sweep::Kind::blocks;
};
struct CancelSweep {};
struct AdoptBlock {  // a block from the map, for the run; ends a sweep
  BlockShape block;
};
struct ExportSweep {  // writes the map of block shapes; empty path: a name made from the scene
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
