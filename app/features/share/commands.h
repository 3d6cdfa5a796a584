// Commands that share a scene.
#pragma once

#include <string>

#include "app/model/command.h"

namespace ez {
namespace command {

struct CopyScene {       // to the clipboard, as TOML
  bool as_link = false;  // as the one word that `ezscope WORD` opens
};
struct OpenText {  // a scene as TOML or as a link; asks when there are unsaved changes, unless confirmed
  std::string text;
  bool confirmed = false;
};
struct SavePage {  // a page of HTML on the scene; empty path: a name made from scene and time
  std::string path = {};
};

}  // namespace command

void on(State& s, Services& x, const command::CopyScene& c);
void on(State& s, Services& x, const command::OpenText& c);
void on(State& s, Services& x, const command::SavePage& c);

}  // namespace ez
