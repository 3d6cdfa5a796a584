// Commands of the presenter.
#pragma once

#include "app/model/command.h"

namespace ez {
namespace command {

struct NextScene {  // of the course, or the edited one that is in State::edited; leaves the present one as OpenBuiltin
                    // does
  int by = 1;
};

}  // namespace command

void on(State& s, Services& x, const command::NextScene& c);

}  // namespace ez
