#include <fmt/format.h>

#include "app/cli/exit_code.h"
#include "app/commands/command.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

Action add_list(CLI::App&) {
  return [] {
    for (const BuiltinScene& builtin : builtin_scenes()) {
      const SceneResult result = parse_scene(builtin.text, std::string(builtin.name));
      fmt::print("{}\t{}\n", builtin.name, result.scene ? result.scene->title : "");
    }
    return exit_done;
  };
}

}  // namespace ez
