// Teams of processes that mpirun or srun has started, over MPI. A program built without EZSCOPE_MPI has none.
#pragma once

#include <memory>
#include <string>

#include "solver/engine/bands/team.h"

namespace ez {

// Processes that were started together, as the launcher describes them in the environment.
struct Launch {
  std::string launcher;  // "mpirun" or "srun"; empty: this process was started alone
  int size = 1, rank = 0;
  int local_rank = 0;  // number among the processes of this host
};
Launch launch_of_environment();

// Connects the processes. There may be one object at a time, and MPI allows only one in a program's life.
class MpiProcesses {
 public:
  MpiProcesses();   // throws EngineError
  ~MpiProcesses();  // NOLINT(performance-trivially-destructible): it ends MPI, in builds that have it
  MpiProcesses(const MpiProcesses&) = delete;
  MpiProcesses& operator=(const MpiProcesses&) = delete;
  int size() const;
  int rank() const;
  TeamMaker teams() const;
  // Ends all processes. They return `code` to the launcher.
  [[noreturn]] void abort(int code) const;
};

}  // namespace ez
