// Options of the commands that open the window.
#pragma once

#include <string>

#include "app/options/option_groups.h"

namespace ez {

struct WindowGroup {
  EngineGroup engine;
  void add_to(CLI::App& app);
  // Returns the command with these options.
  WindowCommand take(WindowCommand command) const;

 private:
  WindowCommand command_;
  std::string size_, link_ = "auto", theme_;
};

}  // namespace ez
