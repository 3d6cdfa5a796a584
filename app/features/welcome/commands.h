// Commands of the start page and the tour.
#pragma once

#include "app/features/welcome/welcome.h"
#include "app/model/command.h"

namespace ez {
namespace command {

struct SetWelcome {
  Welcome welcome;
};

}  // namespace command

void on(State& s, Services& x, const command::SetWelcome& c);

}  // namespace ez
