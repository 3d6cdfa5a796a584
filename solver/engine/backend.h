// What makes engines. A backend is a folder beside this file and a line in backends.inc. The rest of the program knows
// backends by the values that stand here.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solver/engine/engine.h"

namespace ez {

struct EngineRequest {
  std::string backend;        // the name of one; empty: the first that can
  int device = -1;            // number of the backend's device; −1: `preferred_device`, else the first
  int preferred_device = -1;  // the one that owns the GL context, when known
  int threads = 0;            // CPU threads; 0: all cores
};

// Makes engines for several runs side by side, all on one device. On the CPU they share one pool of threads.
using EngineMaker = std::function<std::unique_ptr<Engine>()>;

// What an engine's speed is held against, measured. 0: not known.
struct Bandwidths {
  double copy = 0;         // bytes per second, read and written in main or device memory
  double cache = 0;        // the same within the cache
  double theoretical = 0;  // of memory, by its clock and width
  double issue = 0;        // multiply-adds per second
  double cache_bytes = 0;
};

struct Backend {
  std::string_view name;                   // "cuda": what --backend, files and logs call it
  std::string_view title;                  // "CUDA": as it is shown
  bool automatic = true;                   // may be chosen where none is asked for by name
  bool threaded = false;                   // runs on as many threads as it is given
  std::string_view scheme = "two-kernel";  // of its engines where none is asked for
  struct Devices {
    int count = 0;
    std::string problem;     // why none can be used, with what to do; empty when one can
    bool installed = false;  // this machine has a driver for them, so that a problem is worth a warning
  };
  // Devices to choose from; nullptr: it runs on the host everywhere.
  Devices (*devices)() = nullptr;
  // nullptr with the reason when the device cannot be used here.
  std::unique_ptr<Engine> (*make)(const EngineRequest& request, int device, std::string& why_not) = nullptr;
  // Throws EngineError; so may what it makes.
  EngineMaker (*maker)(const EngineRequest& request, int device) = nullptr;
  // Of the device and the threads of one of its engines; nullptr: it measures none. Throws EngineError or OutOfMemory.
  Bandwidths (*bandwidths)(const EngineInfo& engine) = nullptr;
  // Lines for `ezscope --version`: how it was built, the driver, the devices. nullptr: none.
  std::vector<std::string> (*about)() = nullptr;
};
// In the order in which they are tried.
const std::vector<Backend>& all_backends();
const Backend* find_backend(std::string_view name);  // nullptr: there is none of that name
// Runs on every machine, and is taken where no other can be.
const Backend& host_backend();

// What was asked for by name is not there; the text says why. Who asked knows how to ask for another one.
class NoBackend : public EngineError {
 public:
  using EngineError::EngineError;
};
class NoDevice : public EngineError {
 public:
  using EngineError::EngineError;
};

struct EngineChoice {
  std::unique_ptr<Engine> engine;
  std::string reason;  // why this one: empty when it is the obvious one, else e.g. "no NVIDIA driver found"
  const Backend* backend = nullptr;  // that made it
  bool degraded = false;             // a device was expected to work and did not; `reason` says why
};
// Throws NoBackend or NoDevice; and EngineError, with a remedy, where an engine that is there does not start.
EngineChoice make_engine(const EngineRequest& request);

struct EngineMakerChoice {
  EngineMaker make;
  std::string reason;     // as EngineChoice::reason
  bool degraded = false;  // likewise
};
// Picks as make_engine does, once for all engines. Throws what it throws; so may `make`.
EngineMakerChoice make_engine_maker(const EngineRequest& request);

std::unique_ptr<Engine> make_cpu_engine(int threads);
EngineMaker cpu_engine_maker(int threads);

}  // namespace ez
