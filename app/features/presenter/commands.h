// Commands of the presenter.
#pragma once

#include "app/model/command.h"

namespace ez {
namespace command {

// opens the next or previous scene of the course, or the edited one in State::edited; leaves the present scene as
// OpenBuiltin does
struct NextScene {
  int by = 1;
};

}  // namespace command

void on(State& s, Services& x, const command::NextScene& c);

}  // namespace ez
