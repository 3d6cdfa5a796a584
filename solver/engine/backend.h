// Backends, which make engines. A backend is a folder next to this file and a line in backends.inc. The rest of the
// program knows a backend only by the values of `Backend` below.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solver/engine/bands/team.h"
#include "solver/engine/engine.h"

namespace ez {

// An OpenGL context of GLX or EGL, whose buffers an engine may draw into. No context: nullptr.
struct GlContext {
  void* context = nullptr;
  void* display = nullptr;
  bool egl = false;
};

struct EngineRequest {
  std::string backend;  // name of a backend; empty: the first usable one
  // Device number within the backend. −1: `preferred_device`, or else the first device.
  int device = -1;
  int preferred_device = -1;   // device that owns the GL context, if known
  GlContext gl{};              // the window's
  int threads = 0;             // CPU threads; 0: all cores
  std::string instructions{};  // instruction set of the CPU engine, one of instruction_sets(); empty: the best
  // The grid is divided over these devices, or over all (engine/bands). A device may be named twice.
  std::vector<int> devices{};
  bool all_devices = false;
  // If set, each process computes one band of the grid with the engine that the rest of the request describes.
  TeamMaker team{};
  bool divides() const { return all_devices || !devices.empty(); }
};

// Returns the names of the instruction sets for which this program has CPU kernels and which this processor has, the
// smallest first: "baseline", "avx2", "avx512".
std::vector<std::string> instruction_sets();

// Makes engines for several simultaneous runs, all on one device. On the CPU these engines share one thread pool.
using EngineMaker = std::function<std::unique_ptr<Engine>()>;

// Measured limits that an engine's speed is compared with. 0: not known.
struct Bandwidths {
  double copy = 0;         // bytes per second, reads and writes together, in main or device memory
  double cache = 0;        // the same within the cache
  double theoretical = 0;  // of memory, computed from its clock and bus width
  double issue = 0;        // multiply-adds per second
  double cache_bytes = 0;
};

struct Backend {
  std::string_view name;                   // "cuda": the name in --backend, files and logs
  std::string_view title;                  // "CUDA": the name shown to the user
  bool automatic = true;                   // may be chosen when the request names no backend
  bool threaded = false;                   // uses as many threads as the request gives it
  std::string_view scheme = "two-kernel";  // the default scheme of its engines
  struct Devices {
    int count = 0;
    std::string problem;  // why no device can be used, and what to do; empty if one can
    // This machine has a driver for such devices, so a problem is worth a warning.
    bool installed = false;
    // The first devices may be chosen without their number; the others only by it. −1: all.
    int automatic = -1;
  };
  // Lists the devices to choose from. nullptr: the backend runs on the host, on every machine.
  Devices (*devices)() = nullptr;
  // Makes an engine. Returns nullptr and sets `why_not` if the device cannot be used.
  std::unique_ptr<Engine> (*make)(const EngineRequest& request, int device, std::string& why_not) = nullptr;
  // Throws EngineError, and so may the returned maker.
  EngineMaker (*maker)(const EngineRequest& request, int device) = nullptr;
  // Exchanges rows between engines on several devices. nullptr: the backend cannot divide a grid.
  std::unique_ptr<Exchange> (*exchange)(std::vector<BandEngine> bands) = nullptr;
  // Reads and writes memory of its engines, for teams of processes. nullptr: they use main memory.
  PieceCopy copy = nullptr;
  // Measures the device of `engine`, with as many threads as `engine` uses. nullptr: the backend measures nothing.
  // Throws EngineError or OutOfMemory.
  Bandwidths (*bandwidths)(const EngineInfo& engine) = nullptr;
  // Returns lines for `ezscope --version`: build, driver and devices. nullptr: none.
  std::vector<std::string> (*about)() = nullptr;
};
// Returns all backends in the order in which they are tried.
const std::vector<Backend>& all_backends();
const Backend* find_backend(std::string_view name);  // nullptr if no backend has that name
// Returns the backend that runs on every machine. It is used if no other backend can be.
const Backend& host_backend();

// A backend or device that was requested by name is not available. The text says why. The caller can add how to request
// another one.
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
  // Why this engine was chosen, for example "no NVIDIA driver found". Empty if the choice is the obvious one.
  std::string reason;
  const Backend* backend = nullptr;  // the backend that made it
  bool degraded = false;             // a device was expected to work and did not; `reason` says why
};
// Throws NoBackend or NoDevice. Throws EngineError, with a remedy, if an available engine does not start.
EngineChoice make_engine(const EngineRequest& request);

struct EngineMakerChoice {
  EngineMaker make;
  std::string reason;     // see EngineChoice::reason
  bool degraded = false;  // see EngineChoice::degraded
};
// Chooses as make_engine does, once for all engines. Throws the same errors, and so may `make`.
EngineMakerChoice make_engine_maker(const EngineRequest& request);

std::unique_ptr<Engine> make_cpu_engine(int threads);
EngineMaker cpu_engine_maker(int threads, const std::string& instructions = "");

}  // namespace ez
