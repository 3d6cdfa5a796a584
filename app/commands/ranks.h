// A command that several processes carry out together: mpirun -n 8 ezscope render … --ranks
#pragma once

#include <functional>
#include <string>

#include "solver/engine/backend.h"

namespace ez {

// Returns why this process must not run a command alone, or an empty string: a launcher started several processes, and
// each of them would write the same files.
std::string why_not_alone();

// Places to which a process writes its files. Process 0 writes the files that the user wants. The others write to a
// folder that this object removes at the end.
class RankFiles {
 public:
  explicit RankFiles(int rank);
  ~RankFiles();
  RankFiles(const RankFiles&) = delete;
  RankFiles& operator=(const RankFiles&) = delete;
  // Returns the path to which this process writes a file.
  std::string own(const std::string& path) const;

 private:
  std::string folder_;  // empty: process 0
};
// Carries out `command` in every process that the launcher has started. It gets the request for an engine of all of
// them. Only process 0 prints. If a process fails, all processes end with its exit code. Throws EngineError.
int run_in_ranks(EngineRequest request, const std::function<int(const EngineRequest&, const RankFiles&)>& command);

// Reports the exception that is being handled, and returns the exit code.
int report_exception();

}  // namespace ez
