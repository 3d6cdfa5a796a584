// Commands of the start page and the tour.
#pragma once

#include "app/first/welcome.h"
#include "app/state/command.h"

namespace ez {
namespace command {

struct SetWelcome {
  Welcome welcome;
};

}  // namespace command

void on(State& s, Services& x, const command::SetWelcome& c);

}  // namespace ez
