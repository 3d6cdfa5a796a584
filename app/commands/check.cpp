// ezscope check: the word is kept for the wave lab, so that no scene goes by it.
#include <CLI/CLI.hpp>

#include "app/cli/exit_code.h"
#include "app/commands/command.h"
#include "app/commands/commands.h"

namespace ez {

Action add_check(CLI::App& app) {
  app.group("")->prefix_command();
  return [] { return fail(exit_usage, "check comes with the wave lab, which this version does not have"); };
}

}  // namespace ez
