// Runs a scene until all its checks have been read, for `ezscope check`.
#pragma once

#include <functional>
#include <memory>
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

// Runs the scene in parts of a given time, so that its owner can do other work between them.
class CheckRun {
 public:
  // `scheme`: true requires the scheme that the scene's [run] names. Throws EngineError, OutOfMemory.
  CheckRun(const EngineMaker& maker, const Scene& scene, bool scheme);
  ~CheckRun();
  CheckRun(const CheckRun&) = delete;
  CheckRun& operator=(const CheckRun&) = delete;
  CheckRun(CheckRun&&) noexcept;
  CheckRun& operator=(CheckRun&&) noexcept;
  // Computes for about this time, in s. Returns false once everything has been read. Throws EngineError.
  bool step(double seconds = 0.1);
  std::uint64_t done() const;  // steps
  std::uint64_t most() const;  // steps, if the checks wait as long as they may
  // Returns the readings so far. They are final once step() has returned false.
  CheckedScene result() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Called with the number of steps made and the maximum number. If it returns false, the run ends as cancelled.
using CheckProgress = std::function<bool(std::uint64_t done, std::uint64_t most)>;

// Does all parts of a CheckRun.
CheckedScene run_checks(const EngineMaker& maker, const Scene& scene, bool scheme, const CheckProgress& progress);

}  // namespace ez
