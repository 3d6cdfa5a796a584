#include "ezscope/version.h"

#include <fmt/format.h>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/platform/exit_code.h"
#include "solver/engine/backend.h"

namespace ez {

int print_version() {
  fmt::print("ezscope {} (revision {})\n", version, revision);
  fmt::print("compiler {}\n", compiler);
  for (const Backend& b : all_backends())
    if (b.about)
      for (const std::string& line : b.about()) fmt::print("{}\n", line);
  return exit_done;
}

}  // namespace ez
