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
  std::string link;
  QrCode code;
};

}  // namespace ez
