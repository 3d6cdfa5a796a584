// Options of the commands that open the window.
#pragma once

#include <string>

#include "app/commands/options/option_groups.h"

namespace ez {

struct WindowGroup {
  EngineGroup engine;
  void add_to(CLI::App& app);
  // Opens the window that `command` describes, with these options. Returns the exit code.
  int show(WindowCommand command);

 private:
  WindowCommand command_;
  std::string size_, link_ = "auto", theme_;
};

}  // namespace ez
