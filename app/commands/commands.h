// What each command of the command line does. Every run() returns the exit code; results go to stdout, the rest to
// stderr.
#pragma once

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

}  // namespace ez
