#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <deque>

#include "app/commands/command.h"
#include "app/features/feature.h"
#include "app/platform/exit_code.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

struct ListOptions {
  std::deque<bool> chosen;  // by list of the features
  void add_to(CLI::App& app) {
    for (const Feature& f : all_features())
      for (const FeatureList& list : f.lists)
        app.add_flag("--" + std::string(list.name), chosen.emplace_back(false), std::string(list.words));
  }
  int run() const {
    std::size_t k = 0;
    for (const Feature& f : all_features())
      for (const FeatureList& list : f.lists)
        if (chosen[k++]) {
          list.print();
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
