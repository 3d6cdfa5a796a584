// A scene, run until each of its checks is read. What `ezscope check` does.
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
  std::string unstable;  // why it had to end before, or grew until its end; empty: it did neither
  bool cancelled = false;
};

// Told how many steps are made and how many it may take. When it returns false the run ends, cancelled.
using CheckProgress = std::function<bool(std::uint64_t done, std::uint64_t most)>;

// `scheme`: that the scene's [run] names is insisted on. Throws EngineError, OutOfMemory.
CheckedScene run_checks(const EngineMaker& maker, const Scene& scene, bool scheme, const CheckProgress& progress);

}  // namespace ez
