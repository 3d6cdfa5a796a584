#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/features/lesson/lesson_file.h"
#include "app/platform/exit_code.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

struct ListOptions {
  bool lessons = false;
  void add_to(CLI::App& app) { app.add_flag("--lessons", lessons, "list the lessons instead of the scenes"); }
  int run() const {
    if (lessons) {
      for (const auto& [name, title] : lesson_titles()) fmt::print("{}\t{}\n", name, title);
      return exit_done;
    }
    for (const BuiltinScene& builtin : builtin_scenes()) {
      const SceneResult result = parse_scene(builtin.text, std::string(builtin.name));
      fmt::print("{}\t{}\n", builtin.name, result.scene ? result.scene->title : "");
    }
    return exit_done;
  }
};

}  // namespace

Action add_list(CLI::App& app) { return action_of<ListOptions>(app); }

}  // namespace ez
