// The command that starts or ends a video of the window.
#pragma once

#include <string>

#include "app/model/command.h"

namespace ez {
namespace command {

struct Film {  // starts or ends a video of the window
  bool on = true;
  // FILE.mp4, .gif, .webp, or a numbered sequence of images FILE_%05d.png; empty: uses a name made from the scene and
  // the suffix
  std::string path = {}, suffix = ".mp4";
};

}  // namespace command

void on(State& s, Services& x, const command::Film& c);

}  // namespace ez
