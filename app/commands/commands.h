// What each command of the command line does. Every run() returns the exit code; results go to stdout, the rest to
// stderr.
#pragma once

#include <functional>
#include <string>
#include <variant>

#include "app/cli.h"

namespace ez {

inline int run(const ExitNow& e) { return e.code; }
int run(const WindowCommand& command);
int run(const RenderCommand& command);
int run(const ReflectCommand& command);
int run(const InfoCommand& command);
int run(const BenchCommand& command);
int run(const ListCommand& command);
int run(const VersionCommand& command);

// The scene that the command line means, or the exit code when there is none; what is wrong has been printed. Warnings
// are printed too.
struct LoadedScene {
  Scene scene;
  std::string path, builtin;  // where it came from
};
std::variant<LoadedScene, int> load(const SceneOptions& options);
// For a command that runs the scene itself: without its variants, and without a word about them unless they are wrong.
std::variant<LoadedScene, int> load_without_variants(const SceneOptions& options);

// Prints `text` as an error and returns `code`.
int fail(int code, const std::string& text);
// Writes a file; one that cannot be written is said. Returns the exit code.
int write_result(const std::string& path, const std::function<void()>& write);
int write_result(const std::string& path, const std::string& text);

}  // namespace ez
