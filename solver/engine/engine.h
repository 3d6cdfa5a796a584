// What an engine does beneath Solver (run/): hold the arrays of one Problem and advance them. Everything else
// (comparing scenes, time, sources over time, probe logs) is Solver's, once for all engines.
//
// start() returns at once; every other call waits for the batch in flight first.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "solver/base/error.h"
#include "solver/problem/change.h"
#include "solver/problem/energy_ledger.h"
#include "solver/problem/problem.h"
#include "solver/scene/scheme.h"

namespace ez {

// What bounds the blocks of the kernels that run. No registers: the engine, or the library it calls, has none to
// choose.
struct BlockLimits {
  int threads = 0;          // a block
  int registers = 0;        // a thread, of the kernel that takes most
  double shared_bytes = 0;  // a block of the present shape
  bool operator==(const BlockLimits&) const = default;
};

// How the CPU engine went over the grid in its last batch. No bands: it made none, or it is another engine.
struct Passes {
  int bands = 0;          // of rows, each a thread's
  int levels = 0;         // steps that are made of a row while it lies in the cache
  double band_bytes = 0;  // of the rows that a thread has at work
  bool operator==(const Passes&) const = default;
};

struct Batch {
  std::uint64_t first_step = 0;
  int steps = 0;
  int sources = 0;
  std::vector<double> signals;  // steps × sources, see SourceSignals::fill
};
struct BatchResult {
  int steps = 0;
  double seconds = 0;          // the kernels alone (CUDA events, or the engine thread's clock)
  std::vector<double> probes;  // steps × probes: Ez at t = (n+1)Δt
};

class Engine;

// Another engine's field to subtract: node (i, j) here lies at node (i·scale + offset) there; between nodes bilinear,
// outside that grid 0. Both on one device (or both on the CPU), of equal polarization.
struct PictureReference {
  Engine* engine = nullptr;
  double scale_x = 1, scale_y = 1, offset_x = 0, offset_y = 0;
  bool operator==(const PictureReference&) const = default;
};

// The rectangle a picture shows, in nodes: x from x0 to x1 over `width` pixels. Node (i, j) covers [i−½, i+½) × [j−½,
// j+½). Outside the grid pixels are 0. Row 0 of the picture is the bottom row.
struct PictureWindow {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  int width = 0, height = 0;
  Quantity quantity = Quantity::ez;
  PictureReference minus = {};  // of Quantity::residual; without an engine its pixels are 0
  bool operator==(const PictureWindow&) const = default;
};
struct PictureStats {
  float max_abs = 0;  // of finite pixels
  bool finite = true;
};
struct Health {
  bool finite = true;
  double max_abs = 0;  // of Ez where it is finite, V/m
  Node largest;        // where that is: the first in row order
  Node first_bad;      // the first non-finite node in row order, when not finite
};

struct EngineInfo {
  std::string backend;  // "CUDA" or "CPU"
  std::string device;   // "NVIDIA H200", "AMD EPYC, 2 threads, AVX-512"
  int device_index = -1;
  int threads = 0;
  std::string instructions;  // of the CPU engine: "AVX-512"
};

// Picture straight into device memory: what the CUDA–GL link needs. Pointers and streams as void*, so that no CUDA
// header leaks.
class DeviceView {
 public:
  virtual ~DeviceView() = default;
  virtual int device() const = 0;
  virtual void* stream() const = 0;  // cudaStream_t; map, draw and unmap on it
  // Enqueues the view kernel; `pixels` is a device pointer to width × height floats. Statistics are those of the last
  // picture that has finished.
  virtual PictureStats draw(const PictureWindow& window, float* pixels) = 0;
};

// Everything that decides how a run goes on: fields, ψ, what Mur nodes remember. Lives where the engine's arrays live.
class EngineState {
 public:
  virtual ~EngineState() = default;
  virtual double bytes() const = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;
  virtual const EngineInfo& info() const = 0;
  // Another grid or precision: allocates the new before freeing the old, then zero. Throws OutOfMemory, the old one
  // untouched.
  virtual void load(const Problem& problem) = 0;
  // The same grid, and what `change` names: nothing else is looked at. The field is kept, and ψ where the layer's depth
  // is the same. Newly set Mur sides are seeded from the field that is there.
  // The index maps' width and Problem::magnetic may have changed too: the change's rectangles are the whole grid then.
  // Throws OutOfMemory; an update by whole_change() to the problem of before takes it back.
  virtual void update(const Problem& problem, const Change& change) = 0;
  // Δt has become Δt/ratio: multiplies every array, and the ψ of its differences, by rescaling().
  virtual void rescale(double ratio) = 0;
  virtual void zero() = 0;  // fields, ψ, Mur memory

  virtual void start(Batch batch) = 0;
  virtual bool busy() = 0;
  virtual BatchResult finish() = 0;  // waits; a result with steps = 0 when nothing was started

  virtual PictureStats draw(const PictureWindow& window, float* pixels) = 0;  // into host memory
  virtual Health health() = 0;
  // nx·ny values in stored units, float or double as the problem's precision.
  virtual void read(FieldArray array, void* out) = 0;
  virtual void write(FieldArray array, const void* in) = 0;

  // A copy of the state, into `reuse` when it fits. Throws OutOfMemory. restore() takes one of the same grid, precision
  // and walls: what follows is then bit for bit what followed the copy. Throws EngineError when it is of another grid.
  virtual std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse = {}) = 0;
  virtual void restore(const EngineState& state) = 0;

  // The energy ledger from here on, of the problem that is loaded; off, the step costs nothing more. zero() empties it,
  // restore() takes it back too, load() ends it.
  virtual void set_ledger(bool on, const Problem& problem) = 0;
  virtual EnergyLedger ledger() = 0;  // all zero while off

  virtual double free_bytes() const = 0;  // memory an engine could still take
  virtual DeviceView* device_view() { return nullptr; }
  virtual BlockShape block() const { return {}; }
  virtual BlockLimits block_limits() const { return {}; }
  // Takes effect at the next step. Returns why not, or an empty string.
  virtual std::string set_block(BlockShape) { return "the CPU engine has no blocks"; }
  virtual std::string why_illegal(BlockShape) const { return "the CPU engine has no blocks"; }

  virtual Passes passes() const { return {}; }

  // Seconds of the kernels that `steps` Ez updates alone take, by the scheme that runs. The field is spoiled; for
  // measuring only. 0 where there is no device.
  virtual double time_e_updates(int) { return 0; }
  virtual SchemeChoice scheme() const { return {}; }
  // What a scheme that chooses for itself has chosen: "4"; empty otherwise.
  virtual std::string scheme_note() const { return {}; }
  // The kernels that make the step, from the next one on; the field stays. `problem` is the one that runs, of
  // a scene that the scheme can do (why_not() in solver/scene/scheme.h); so are those of later updates. load() begins
  // with `two-kernel`. Returns why not, or an empty string.
  virtual std::string set_scheme(const SchemeChoice& choice, const Problem&) {
    return choice.name == "two-kernel" ? "" : "the CPU engine has one scheme; the others need a GPU";
  }
};

enum class Backend { automatic, cuda, cpu };
struct EngineRequest {
  Backend backend = Backend::automatic;
  int device = -1;            // CUDA device; −1: `preferred_device`, else the first
  int preferred_device = -1;  // the one that owns the GL context, when known
  int threads = 0;            // CPU threads; 0: all cores
};
struct EngineChoice {
  std::unique_ptr<Engine> engine;
  std::string reason;  // why this one: empty when it is the obvious one, else e.g. "no NVIDIA driver found"
};
// Picks CUDA or CPU. Throws EngineError with a remedy when what was asked for is not there.
EngineChoice make_engine(const EngineRequest& request);

// Makes engines for several runs side by side, all on one device. On the CPU they share one pool of threads.
using EngineMaker = std::function<std::unique_ptr<Engine>()>;
struct EngineMakerChoice {
  EngineMaker make;
  std::string reason;  // as EngineChoice::reason
};
// Picks as make_engine does, once for all engines. Throws EngineError as it does; so may `make`.
EngineMakerChoice make_engine_maker(const EngineRequest& request);

std::unique_ptr<Engine> make_cpu_engine(int threads);
EngineMaker cpu_engine_maker(int threads);
// nullptr with the reason when CUDA cannot be used here.
std::unique_ptr<Engine> make_cuda_engine(int device, std::string& why_not);
struct CudaStatus {
  bool built = false;   // this program has the CUDA engine
  std::string driver;   // "13.0" or ""
  std::string problem;  // why no device can be used, with what to do; empty when one can
  struct Device {
    std::string name;
    double memory_bytes = 0;
    int major = 0, minor = 0;
  };
  std::vector<Device> devices;
};
CudaStatus cuda_status();

}  // namespace ez
