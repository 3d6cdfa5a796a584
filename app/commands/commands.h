// Functions that the commands of the command line share. Results go to stdout, everything else to stderr.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/session/options.h"
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

// Prints `text` as an error and returns `code`.
int fail(int code, const std::string& text);
// A file that a command will write. An empty path: no file. "-": standard output.
struct Output {
  std::string path;
  double bytes = 65536;  // approximate or largest size
};
// Checks before the run that all files can be written, and that none would overwrite another one or the scene's file.
// Returns the exit code.
int check_outputs(const std::vector<Output>& outputs, const std::string& scene = "");
// Returns where to print the tables of a command that also writes `json` and `csv`: standard output, or standard error
// if one of them is "-" (standard output).
std::FILE* tables_to(const std::string& json, const std::string& csv);
// Writes a file, or standard output if `path` is "-". Reports a write error and returns the exit code.
int write_result(const std::string& path, std::string_view bytes);

}  // namespace ez
