// Commands that share a scene.
#pragma once

#include <string>

#include "app/model/command.h"

namespace ez {
namespace command {

struct CopyScene {       // copies the scene to the clipboard as TOML
  bool as_link = false;  // copies it as the single word that `ezscope WORD` opens
};
struct OpenText {  // opens a scene given as TOML or as a link; asks if there are unsaved changes, unless confirmed
  std::string text;
  bool confirmed = false;
};
struct SavePage {  // saves an HTML page about the scene; empty path: uses a name made from scene and time
  std::string path = {};
};

}  // namespace command

void on(State& s, Services& x, const command::CopyScene& c);
void on(State& s, Services& x, const command::OpenText& c);
void on(State& s, Services& x, const command::SavePage& c);

}  // namespace ez
