// Values that the card of the QR code remembers from frame to frame.
#pragma once

#include <optional>
#include <string>

#include "app/features/share/qr.h"
#include "solver/scene/scene.h"

namespace ez {

struct ShareMemory {
  std::optional<Scene> scene;  // scene of the link and the code
  std::string builtin;         // its State::builtin
  std::string web;             // its State::web
  std::string link;            // with the address of the page, if there is one
  bool is_name = false;        // the link is a built-in scene's name
  QrCode code;
};

}  // namespace ez
