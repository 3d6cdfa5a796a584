// A feature of the window. Each has a separate folder and one line in list.inc.
#pragma once

#include <memory>
#include <vector>

#include "app/features/session_part.h"
#include "app/model/hooks.h"
#include "app/options/subcommand.h"
#include "app/ui/hooks.h"

namespace ez {

struct Feature {
  ModelHooks model = {};
  UiHooks ui = {};
  std::unique_ptr<SessionPart> (*part)(const SessionHost& host) = nullptr;  // null: it has none
  std::vector<FeatureCommand> commands = {};
  std::vector<FeatureList> lists = {};
};

const std::vector<Feature>& all_features();

}  // namespace ez
