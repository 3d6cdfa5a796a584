// Carries out the start page's command.
#include "app/model/update.h"
#include "app/features/welcome/commands.h"
#include "app/features/welcome/welcome.h"

namespace ez {

void on(State& s, Services& x, const command::SetWelcome& c) {
  s.of<Welcome>() = c.welcome;
  x.settings_changed(s);
}

}  // namespace ez
