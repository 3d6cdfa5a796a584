// Options that several commands share: the scene, its changes, and what computes it. Options that CLI11 should not
// interpret are stored as text until take().
#pragma once

#include <string>
#include <vector>

#include "app/options/window_command.h"
#include "solver/engine/backend.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library is called so
class App;
class Option;
}  // namespace CLI

namespace ez {

struct SceneGroup {
  SceneOptions options;
  std::vector<std::string> set;
  std::string precision, scheme = "auto";
  void add_to(CLI::App& app, bool required);
  void add_changes_to(CLI::App& app);  // all options except the scene itself
  SceneOptions take() const;
};

struct EngineGroup {
  EngineRequest request;
  std::string backend = "auto", devices;
  void add_to(CLI::App& app);
  EngineRequest take() const;
};

void add_allow_read(CLI::App& app, std::vector<std::string>& folders);

// Adds the option of a file to write; empty: none.
CLI::Option* add_file_option(CLI::App& app, const std::string& name, std::string& path, const std::string& what);

}  // namespace ez
