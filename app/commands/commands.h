// Functions that the commands of the command line share. Results go to stdout, everything else to stderr.
#pragma once

#include <string>
#include <variant>

#include "app/options/results.h"
#include "app/options/window_command.h"
#include "solver/engine/backend.h"

namespace ez {

// Loads the scene named on the command line and prints warnings. If that fails, prints the errors and returns the exit
// code.
std::variant<LoadedScene, int> load(const SceneOptions& options);
// The same for a command that runs only the scene itself. Removes its variants, and prints messages about them only if
// they have errors.
std::variant<LoadedScene, int> load_without_variants(const SceneOptions& options);

// Returns the maker of the engines that the command line asks for. Prints a line if a GPU driver is installed but the
// CPU engine is used.
EngineMaker engines_for(const EngineRequest& request);

}  // namespace ez
