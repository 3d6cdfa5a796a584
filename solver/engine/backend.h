// What makes engines. A backend stands in a folder of its own, and in the list of backends.cpp with one line.
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

struct Backend {
  std::string_view name;   // "cuda"
  std::string_view title;  // "CUDA"
  // Devices to choose from, and why none can be used, with what to do. Without a list: it runs on the host everywhere.
  struct Devices {
    int count = 0;
    std::string problem;
  };
  Devices (*devices)() = nullptr;
  // nullptr with the reason when the device cannot be used here.
  std::unique_ptr<Engine> (*make)(const EngineRequest& request, int device, std::string& why_not) = nullptr;
  // Throws EngineError; so may what it makes.
  EngineMaker (*maker)(const EngineRequest& request, int device) = nullptr;
};
// In the order in which they are tried; the last one runs everywhere.
const std::vector<Backend>& all_backends();

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
};
// Throws NoBackend or NoDevice; and EngineError, with a remedy, where an engine that is there does not start.
EngineChoice make_engine(const EngineRequest& request);

struct EngineMakerChoice {
  EngineMaker make;
  std::string reason;  // as EngineChoice::reason
};
// Picks as make_engine does, once for all engines. Throws what it throws; so may `make`.
EngineMakerChoice make_engine_maker(const EngineRequest& request);

std::unique_ptr<Engine> make_cpu_engine(int threads);
EngineMaker cpu_engine_maker(int threads);

}  // namespace ez
