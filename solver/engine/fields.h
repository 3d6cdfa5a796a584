// The field as an engine holds it: the arrays of one Problem, advanced by slices of time. Everything else (comparing
// scenes, time, sources over time, probe logs) is Solver's, once for all engines.
//
// start() returns at once; every other call waits for the batch in flight first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/base/error.h"
#include "solver/base/host_device.h"
#include "solver/physics/plane_wave.h"
#include "solver/problem/change.h"
#include "solver/problem/energy_ledger.h"
#include "solver/problem/problem.h"

namespace ez {

class Engine;

// Values of the arrays that come back beside the probes', though not after every step: what monitors make spectra of.
struct GatherPoint {
  FieldArray array = FieldArray::ez;
  Node node;
  bool operator==(const GatherPoint&) const = default;
};
// Samples are taken after steps whose number, counted from the start, `every` divides: how many among the `steps` that
// follow `first_step`.
inline std::size_t samples_among(std::uint64_t first_step, int steps, int every) {
  const auto n = static_cast<std::uint64_t>(every);
  return static_cast<std::size_t>((first_step + static_cast<std::uint64_t>(steps)) / n - first_step / n);
}
// Fourier sums of the main array at every node, that stay where the arrays are: interval·Σ value·(Batch::Turn of the
// sample). The sums are kept without the interval: a float has no room below 1e-38.
struct MapPlan {
  std::vector<double> frequencies;  // Hz, a map each
  int every = 1;                    // steps
  double interval = 0;              // s between samples; Solver's to know
  bool steady = false;              // all that is heard is a wave without end at these frequencies (physics/map.h)
  // s: after the maps of frequencies one more, of the square of the main array, averaged over one stretch of time of
  // this length after another (physics/map.h). 0: none
  double mean = 0;
  std::size_t count() const { return frequencies.size() + (mean > 0 ? 1 : 0); }
  bool operator==(const MapPlan&) const = default;
};
struct Gather {
  std::vector<GatherPoint> points;
  int every = 1;  // steps
  MapPlan maps = {};
  bool operator==(const Gather&) const = default;
  std::size_t samples(std::uint64_t first_step, int steps) const {
    return points.empty() ? 0 : samples_among(first_step, steps, every);
  }
};

// The tables of a plane wave; see physics/plane_wave.h.
struct WaveTables {
  std::array<std::vector<double>, 3> values;
  WaveView view;  // without pointers
  WaveView here() const {
    WaveView v = view;
    for (std::size_t k = 0; k < values.size(); ++k) v.values[k] = values[k].data();
    return v;
  }
};
// Columns of a batch's signals that a plane wave adds to, from `first` on: loud·wave_value() at each step.
struct WaveSignals {
  std::shared_ptr<const WaveTables> tables;
  std::shared_ptr<const std::vector<WaveColumn>> columns;
  int first = 0;
  long long step = 0;  // of the first row
  struct Moment {
    double loud = 0, cosine = 0, sine = 0;
  };
  std::vector<Moment> moments;  // by row
};
struct Batch {
  std::uint64_t first_step = 0;
  int steps = 0;
  int sources = 0;                      // columns of `signals`
  std::vector<double> signals;          // steps × sources, see SourceSignals::fill
  std::vector<WaveSignals> waves = {};  // their columns come after
  struct Turn {
    double cosine = 0, sine = 0;  // of ωt
  };
  std::vector<Turn> turns = {};                            // samples of the maps × maps
  double until = std::numeric_limits<double>::infinity();  // s: where the engine chooses Δt, no step goes beyond it
  // Those too that waves fill.
  int columns() const {
    int end = sources;
    for (const WaveSignals& w : waves) end = std::max(end, w.first + static_cast<int>(w.columns->size()));
    return end;
  }
};
// The batch with its waves among the signals.
void spread_waves(Batch& batch);
struct BatchResult {
  int steps = 0;
  double seconds = 0;                 // the kernels alone (CUDA events, or the engine thread's clock)
  std::vector<double> probes;         // steps × probes: Ez at t = (n+1)Δt
  std::vector<double> gathered = {};  // samples × points, stored values
  // Of an engine that chooses Δt itself, and so may end before the batch's steps are made.
  struct Clock {
    double time = 0, dt = 0;    // s: where it stands, and the last Δt
    std::vector<double> times;  // of each step, where there are probes
  };
  std::optional<Clock> clock = {};
};

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
  int map = 0;                  // of the quantities of a map; where there is no such map their pixels are 0
  bool operator==(const PictureWindow&) const = default;
};
struct PictureStats {
  float max_abs = 0;  // of finite pixels
  bool finite = true;
  float least = 0;  // of finite pixels, of a gas or heat, without its solid cells; else 0
};
struct Health {
  // Tiles along each axis of the grid, and in all.
  static constexpr int tiles = 8, tile_count = tiles * tiles;
  // Returns the first of n nodes in part k of `parts`.
  EZ_INLINE static int begin_of(int k, int parts, int n) { return static_cast<int>(std::int64_t{k} * n / parts); }

  bool finite = true;
  double max_abs = 0;                              // of Ez where it is finite, V/m
  Node largest;                                    // where that is: the first in row order
  Node first_bad;                                  // the first non-finite node in row order, when not finite
  std::string why = {};                            // what is wrong there, in words, where the engine knows
  std::array<double, tile_count> largest_in = {};  // V/m: max_abs of each tile, row by row from the bottom
};

// Everything that decides how a run goes on: fields, ψ, what Mur nodes remember. Lives where the engine's arrays live.
class EngineState {
 public:
  virtual ~EngineState() = default;
  virtual double bytes() const = 0;
};

class Fields {
 public:
  virtual ~Fields() = default;
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

  // From the next batch on, until load(); without points nothing is gathered. Maps begin at 0, and do so again with
  // zero() and restore(). Throws OutOfMemory.
  virtual void set_gather(const Gather& gather) = 0;
  // nx·ny real parts, then as many imaginary ones.
  virtual void read_map(int map, double* out) = 0;

  virtual PictureStats draw(const PictureWindow& window, float* pixels) = 0;  // into host memory
  virtual Health health() = 0;
  // As they are now, stored values.
  virtual void sample(const std::vector<GatherPoint>& points, double* out) = 0;
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
};

}  // namespace ez
