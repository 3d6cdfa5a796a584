// The field as an engine holds it: the arrays of one Problem, advanced in batches of time steps. Solver does everything
// else once for all engines: it compares scenes, counts time, and handles sources over time and probe logs.
//
// start() returns at once. Every other call first waits for the batch in flight.
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
#include "solver/physics/view.h"
#include "solver/problem/change.h"
#include "solver/problem/energy_ledger.h"
#include "solver/problem/problem.h"

namespace ez {

class Engine;

// An array value that an engine returns in addition to the probes, though not after every step. Monitors compute
// spectra from these values.
struct GatherPoint {
  FieldArray array = FieldArray::ez;
  Node node;
  bool operator==(const GatherPoint&) const = default;
};
// Returns the number of samples taken during the `steps` steps that follow `first_step`. A sample is taken after every
// step whose number, counted from the start, is a multiple of `every`.
inline std::size_t sample_count(std::uint64_t first_step, int steps, int every) {
  const auto n = static_cast<std::uint64_t>(every);
  return static_cast<std::size_t>((first_step + static_cast<std::uint64_t>(steps)) / n - first_step / n);
}
// Fourier sums of the main array at every node, stored next to the arrays: interval·Σ value·(Batch::Turn of the
// sample). The engine stores the sums without the factor `interval`, because a float cannot represent values below
// 1e-38.
struct MapPlan {
  std::vector<double> frequencies;  // Hz, one map each
  int every = 1;                    // steps between samples
  double interval = 0;              // s between samples; set by Solver
  // The only sources are endless waves at these frequencies (physics/map.h).
  bool steady = false;
  // s. If positive, one more map follows the maps of frequencies: the square of the main array, averaged over
  // consecutive intervals of this length (physics/map.h). 0: none.
  double mean = 0;
  std::size_t count() const { return frequencies.size() + (mean > 0 ? 1 : 0); }
  bool operator==(const MapPlan&) const = default;
};
struct Gather {
  std::vector<GatherPoint> points;
  int every = 1;  // steps between samples
  MapPlan maps = {};
  bool operator==(const Gather&) const = default;
  std::size_t samples(std::uint64_t first_step, int steps) const {
    return points.empty() ? 0 : sample_count(first_step, steps, every);
  }
};

// Tables of a plane wave, see physics/plane_wave.h.
struct WaveTables {
  std::array<std::vector<double>, 3> values;
  WaveView view;  // without pointers
  WaveView here() const {
    WaveView v = view;
    for (std::size_t k = 0; k < values.size(); ++k) v.values[k] = values[k].data();
    return v;
  }
};
// Columns of a batch's signals that a plane wave adds, from `first` on: loud·wave_value() at each step.
struct WaveSignals {
  std::shared_ptr<const WaveTables> tables;
  std::shared_ptr<const std::vector<WaveColumn>> columns;
  int first = 0;
  long long step = 0;  // step number of the first row
  struct Moment {
    double loud = 0, cosine = 0, sine = 0;
  };
  std::vector<Moment> moments;  // one per row
};
struct Batch {
  std::uint64_t first_step = 0;
  int steps = 0;
  int sources = 0;                      // columns of `signals`
  std::vector<double> signals;          // steps × sources, see SourceSignals::fill
  std::vector<WaveSignals> waves = {};  // their columns follow those of `signals`
  struct Turn {
    double cosine = 0, sine = 0;  // of ωt
  };
  std::vector<Turn> turns = {};  // samples of the maps × maps
  // s. An engine that chooses Δt itself makes no step beyond this time.
  double until = std::numeric_limits<double>::infinity();
  // Returns the number of signal columns, including those that the waves fill.
  int columns() const {
    int end = sources;
    for (const WaveSignals& w : waves) end = std::max(end, w.first + static_cast<int>(w.columns->size()));
    return end;
  }
};
// Writes the signals of the batch's waves into `signals` as further columns.
void expand_wave_signals(Batch& batch);
struct BatchResult {
  int steps = 0;
  double seconds = 0;                 // kernel time alone (CUDA events, or the engine thread's clock)
  std::vector<double> probes;         // steps × probes: Ez at t = (n+1)Δt
  std::vector<double> gathered = {};  // samples × points, stored values
  // Set by an engine that chooses Δt itself. Such an engine may stop before it has made all steps of the batch.
  struct Clock {
    double time = 0, dt = 0;    // s: the current time, and the last Δt
    std::vector<double> times;  // s, one per step; empty without probes
  };
  std::optional<Clock> clock = {};
};

// Another engine's field to subtract. Node (i, j) of this grid is at node (i·scale + offset) of the other. Values
// between nodes are interpolated bilinearly; outside the other grid they are 0. Both engines use one device (or both
// the CPU) and the same polarization.
struct PictureReference {
  Engine* engine = nullptr;
  double scale_x = 1, scale_y = 1, offset_x = 0, offset_y = 0;
  bool operator==(const PictureReference&) const = default;
};

// The rectangle that a picture shows, in nodes: x from x0 to x1 over `width` pixels. Node (i, j) covers [i−½, i+½) ×
// [j−½, j+½). Pixels outside the grid are 0. Row 0 of the picture is the bottom row.
struct PictureWindow {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  int width = 0, height = 0;
  Quantity quantity = Quantity::ez;
  PictureReference minus = {};  // for Quantity::residual; without an engine its pixels are 0
  int map = 0;                  // index for the quantities of a map; pixels are 0 if there is no such map
  bool operator==(const PictureWindow&) const = default;
};
// Returns the axis along y of a picture of the rows that an engine holds.
inline ViewAxis rows_axis(const PictureWindow& w, const RowBand& rows) {
  ViewAxis y = view_axis(w.y0, w.y1, w.height, rows.grid);
  y.origin = rows.first, y.begin = rows.begin, y.end = rows.end;
  return y;
}
struct PictureStats {
  float max_abs = 0;  // of finite pixels
  bool finite = true;
  // Least finite pixel of a gas or heat, without its solid cells. 0 for other quantities.
  float least = 0;
};
struct Health {
  // Tiles along each axis of the grid, and in total.
  static constexpr int tiles = 8, tile_count = tiles * tiles;
  // Returns the first of n nodes in part k of `parts`.
  EZ_INLINE static int begin_of(int k, int parts, int n) { return static_cast<int>(std::int64_t{k} * n / parts); }

  bool finite = true;
  double max_abs = 0;                              // V/m: the largest finite |Ez|
  Node largest;                                    // its node: the first in row order
  Node first_bad;                                  // the first non-finite node in row order, if not finite
  std::string why = {};                            // why that node is not finite, in words, if the engine knows
  std::array<double, tile_count> largest_in = {};  // V/m: max_abs of each tile, row by row from the bottom
};

// Everything that determines how a run continues: fields, ψ, and the values that Mur nodes store. It is in the same
// memory as the engine's arrays.
class EngineState {
 public:
  virtual ~EngineState() = default;
  virtual double bytes() const = 0;
};

// Who restores a state: the engine that saved it, or the CPU engine.
enum class StateFor { same_engine, host };

class Fields {
 public:
  virtual ~Fields() = default;
  // Loads another grid or precision. Allocates the new arrays before it frees the old ones, then sets them to zero.
  // Throws OutOfMemory and then leaves the old arrays untouched.
  virtual void load(const Problem& problem) = 0;
  // Updates a problem on the same grid. Only the parts that `change` names are read. The field stays, and so does ψ if
  // the layer's depth is unchanged. Newly set Mur boundaries take their first values from the present field. The width
  // of the index maps and Problem::magnetic may have changed too; the rectangles of the change then cover the whole
  // grid. Throws OutOfMemory. An update by whole_change() to the previous problem undoes the change.
  virtual void update(const Problem& problem, const Change& change) = 0;
  // Adapts the field after Δt has become Δt/ratio. Multiplies every array, and the ψ of its differences, by
  // rescaling().
  virtual void rescale(double ratio) = 0;
  virtual void zero() = 0;  // fields, ψ, Mur memory

  virtual void start(Batch batch) = 0;
  virtual bool busy() = 0;
  virtual BatchResult finish() = 0;  // waits; steps = 0 if no batch was started

  // Takes effect from the next batch until load(). Without points nothing is gathered. Maps start at 0, and again after
  // zero() and restore(). Throws OutOfMemory.
  virtual void set_gather(const Gather& gather) = 0;
  // Writes nx·ny real parts, then nx·ny imaginary parts.
  virtual void read_map(int map, double* out) = 0;

  virtual PictureStats draw(const PictureWindow& window, float* pixels) = 0;  // into host memory
  virtual Health health() = 0;
  // Writes the present stored values of `points`.
  virtual void sample(const std::vector<GatherPoint>& points, double* out) = 0;
  // nx·ny values in stored units, float or double according to the problem's precision.
  virtual void read(FieldArray array, void* out) = 0;
  virtual void write(FieldArray array, const void* in) = 0;

  // Copies the state, into `reuse` if it fits. Throws OutOfMemory.
  // restore() takes a state of the same grid, precision and boundaries. The run then continues bit for bit as it did
  // after the copy. Throws EngineError if the state belongs to another grid.
  virtual std::unique_ptr<EngineState> save(std::unique_ptr<EngineState> reuse = {}) = 0;
  virtual void restore(const EngineState& state) = 0;
  // Copies the state into main memory, into `reuse` if it fits, in a form that the CPU engine restores
  // (engine/host_state.h). Returns nullptr if the engine cannot do this. Throws OutOfMemory or std::bad_alloc.
  virtual std::unique_ptr<EngineState> save_for_host(std::unique_ptr<EngineState> /*reuse*/ = {}) { return {}; }

  // Keeps the energy ledger of the loaded problem from now on. Switched off, it costs no time in a step. zero() clears
  // the ledger, restore() restores it as well, load() switches it off.
  virtual void set_ledger(bool on, const Problem& problem) = 0;
  virtual EnergyLedger ledger() = 0;  // all zero while off
};

}  // namespace ez
