// Runs a scene until all its checks have been read, for `ezscope check`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "solver/engine/backend.h"
#include "solver/measure/check_watch.h"

namespace ez {

struct CheckedScene {
  std::vector<CheckReading> readings;  // one for each check of the scene
  std::uint64_t steps = 0;
  double time = 0;       // s, of the run
  std::string backend;   // "CPU"
  std::string unstable;  // why the run ended early, or grew until its end; empty: neither
  bool cancelled = false;
};

// Called with the number of steps made and the maximum number. If it returns false, the run ends as cancelled.
using CheckProgress = std::function<bool(std::uint64_t done, std::uint64_t most)>;

// `scheme`: true requires the scheme that the scene's [run] names. Throws EngineError, OutOfMemory.
CheckedScene run_checks(const EngineMaker& maker, const Scene& scene, bool scheme, const CheckProgress& progress);

}  // namespace ez
