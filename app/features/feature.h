// A feature of the window. Each has a separate folder and one line in list.inc.
#pragma once

#include <memory>

#include "app/features/session_part.h"
#include "app/model/hooks.h"
#include "app/ui/hooks.h"

namespace ez {

struct Feature {
  ModelHooks model = {};
  UiHooks ui = {};
  std::unique_ptr<SessionPart> (*part)(const SessionHost& host) = nullptr;  // null: it has none
};

}  // namespace ez
