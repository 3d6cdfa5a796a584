// What the commands of the command line share. Results go to stdout, the rest to stderr.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/session/options.h"
#include "solver/engine/backend.h"

namespace ez {

// The scene that the command line means, or the exit code when there is none; what is wrong has been printed. Warnings
// are printed too.
std::variant<LoadedScene, int> load(const SceneOptions& options);
// For a command that runs the scene itself: without its variants, and without a word about them unless they are wrong.
std::variant<LoadedScene, int> load_without_variants(const SceneOptions& options);

// The maker of the engines that the command line asks for. Where a driver is there and the CPU engine takes its place
// all the same, that is said in a line.
EngineMaker engines_for(const EngineRequest& request);

// Prints `text` as an error and returns `code`.
int fail(int code, const std::string& text);
// A file that a command is to write. Without a path there is none; "-" is standard output.
struct Output {
  std::string path;
  double bytes = 65536;  // about, or the most there may be
};
// Finds out before the work what would stop its files after it, or one of them overwrite another or the scene's file.
// Returns the exit code.
int check_outputs(const std::vector<Output>& outputs, const std::string& scene = "");
// Where the tables of a command go that writes `json` and `csv` as well: standard output, or standard error when one of
// them is "-", standard output.
std::FILE* tables_to(const std::string& json, const std::string& csv);
// Writes a file, or standard output where `path` is "-"; one that cannot be written is said. Returns the exit code.
int write_result(const std::string& path, std::string_view bytes);

}  // namespace ez
