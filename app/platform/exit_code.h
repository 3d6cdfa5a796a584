// Exit codes of the program. Scripts depend on them.
#pragma once

namespace ez {

enum ExitCode : int {
  exit_done = 0,
  exit_failed = 1,    // at run time: I/O, memory, or a missing device or backend
  exit_usage = 2,     // also an unknown --set path or --out suffix
  exit_scene = 3,     // missing, unreadable or invalid; also a bad --set value
  exit_unstable = 4,  // non-finite or runaway fields
  exit_check = 5,     // a check did not hold
  exit_interrupted = 130
};

}  // namespace ez
