// What the card of the scene's code remembers from frame to frame.
#pragma once

#include <optional>
#include <string>

#include "app/features/share/qr.h"
#include "solver/scene/scene.h"

namespace ez {

struct ShareMemory {
  std::optional<Scene> scene;  // whose link and code these are
  std::string builtin;         // State::builtin of it
  std::string link;
  QrCode code;
};

}  // namespace ez
