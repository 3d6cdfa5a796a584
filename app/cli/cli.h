// The command line. Its grammar is a contract with scripts: names, units and exit codes are fixed.
#pragma once

namespace ez {

// Reads the command line and does what it says; returns the exit code.
int run_command_line(int argc, const char* const* argv);

}  // namespace ez
