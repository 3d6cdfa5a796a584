// The command line. Scripts rely on its grammar, so names, units and exit codes are fixed.
#pragma once

namespace ez {

// Parses the command line and runs it; returns the exit code.
int run_command_line(int argc, const char* const* argv);

}  // namespace ez
