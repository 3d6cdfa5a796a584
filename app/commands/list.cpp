#include <fmt/format.h>

#include "app/cli/exit_code.h"
#include "app/commands/commands.h"

namespace ez {

int run(const ListCommand&) {
  for (const BuiltinScene& builtin : builtin_scenes()) {
    const SceneResult result = parse_scene(builtin.text, std::string(builtin.name));
    fmt::print("{}\t{}\n", builtin.name, result.scene ? result.scene->title : "");
  }
  return exit_done;
}

}  // namespace ez
