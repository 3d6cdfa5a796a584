// Commands of the presenter.
#pragma once

#include "app/presenter/presenting.h"
#include "app/state/command.h"

namespace ez {
namespace command {

struct Present {
  Presenting presenting;
};
struct NextScene {  // of the course, or the edited one that is in State::edited; leaves the present one as OpenBuiltin
                    // does
  int by = 1;
};
// Returns to a scene of State::edited. Asks as OpenBuiltin does.
struct BackToEdited {
  int id = 0;
  bool confirmed = false;
};

}  // namespace command

void on(State& s, Services& x, const command::Present& c);
void on(State& s, Services& x, const command::NextScene& c);
void on(State& s, Services& x, const command::BackToEdited& c);

}  // namespace ez
