// The solver runs one scene on one engine. Edits go through apply(), which compares the scenes itself and keeps the
// field if the grid does not change.
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "solver/engine/engine.h"
#include "solver/problem/padding.h"
#include "solver/run/source_signal.h"
#include "solver/scene/raster/scene_media.h"
#include "solver/scene/scene.h"

namespace ez {

enum class Tier { nothing, numbers, geometry, grid };

struct ApplyReport {
  Tier tier = Tier::nothing;
  bool refused = false;     // the old scene continues
  std::string message;      // the reason, and the largest grid that fits
  std::string scheme = {};  // why the previous kernel scheme can no longer be used; empty if it can
};

struct ProbeSamples {
  bool restarted = false;  // a new series: earlier samples belong to another position or run
  // values[k] is Ez after first_step + k steps; 1 for the very first. If it is below a step already taken, restore()
  // has withdrawn the samples from there on.
  std::uint64_t first_step = 0;
  std::vector<double> values;
  std::vector<double> times = {};  // s, time of each value, if Δt varies; empty: (step)·Δt
};

// Samples of a Gather. H is taken half a step before its sample's time.
struct Gathered {
  std::vector<double> times;   // s, one for each sample
  std::vector<double> values;  // samples × points, in physical units: V/m and A/m
  double interval = 0;         // s between samples
};

// Saved state of a run. It is valid for the scene it was taken from, even after edits of waveforms and media.
struct Checkpoint {
  std::unique_ptr<EngineState> engine;
  double start = 0, time = 0;
  std::uint64_t base = 0, step = 0;
  SourceSignals signals;
};

// Throws OutOfMemory if a run of this scene does not fit into the memory of the engine or of the computer. Allocates
// nothing.
void check_memory(const Scene& scene, const Padding& padding, const Engine& engine);

class Solver {
 public:
  // Throws OutOfMemory if the scene does not fit. The scene must have passed validate(). Here and below, `known` may be
  // the scene's media if the caller has them.
  Solver(std::unique_ptr<Engine> engine, Scene scene, const Padding& padding = {}, const SharedMedia& known = {});
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  const Scene& scene() const;        // as given, without the padding
  const SharedMedia& media() const;  // of this scene
  const Padding& padding() const;
  const EngineInfo& info() const;
  Engine& engine();

  // Edits the running scene. The tiers numbers (coefficients, sources, boundaries) and geometry (shapes, within the
  // dirty rectangle) keep the field. Another grid, cell, polarization or precision starts from zero. A scene that does
  // not fit is refused. The old scene then continues with its field, and the report says so.
  ApplyReport apply(const Scene& scene, const SharedMedia& known = {});
  void reset();  // restores the scene's initial field and t = 0

  // Queues a batch and returns at once. Every other call except busy() waits for it. A gas or heat stops exactly at
  // `until` (s), and after a step that fails (health()). step() counts the steps that were made.
  void advance(int steps, double until = std::numeric_limits<double>::infinity());
  bool busy();
  void wait();

  std::uint64_t step() const;  // finished and queued steps
  double dt() const;           // for a gas, the last step's
  double time() const;         // s; step·Δt unless Δt has changed. Approximate while a gas is computing.

  PictureStats draw(const PictureWindow& window, float* pixels);
  Health health();
  // Returns ny·nx values in physical units, row 0 at y = 0, as in the .npy files. Zeros for the residual, which needs
  // another run to subtract: see PictureWindow::minus.
  std::vector<double> field(Quantity quantity);
  // Returns one value at a node of the whole grid (with the padding); 0 outside.
  double value_at(Quantity quantity, Node node, int map = 0);
  // Returns the current E×H at these nodes of the whole grid in W/m², with E and H half a step apart. 0 on and outside
  // the boundaries. For a gas, returns its velocity in m/s.
  std::vector<Vec2> flow(const std::vector<Node>& nodes);
  const NodeMap& nodes() const;  // palette index per node (host)
  const Problem& problem() const;

  // Selects the kernels that make the step (solver/scene/scheme.h) and keeps the field. Returns the reason if that
  // fails, or an empty string. If an edit needs another scheme, `auto` is selected, and the report's `scheme` says why.
  std::string set_scheme(const SchemeChoice& choice);

  // Returns the samples since the last call, one entry per probe of the scene. A new or
  // moved probe starts a new series.
  std::vector<ProbeSamples> take_probes();
  // Sets nodes of the scene (without the padding) whose main array is recorded every step, in addition to the probes.
  // Takes effect at once, and discards samples not yet taken.
  void set_taps(std::vector<Node> taps);
  struct TapSamples {
    std::uint64_t first_step = 0;  // values[k·taps + n] is tap n after first_step + k steps
    std::vector<double> values;
    std::vector<double> times = {};  // s, time of each step, if Δt varies
  };
  TapSamples take_taps();

  // Sets the gather; its nodes are those of the scene (without the padding). Takes effect at once, and discards samples
  // not yet taken. If apply() changes the grid, samples and points are discarded. Throws OutOfMemory.
  void set_gather(Gather gather);
  const Gather& gather() const;
  Gathered take_gathered();
  // Set the gather's maps to 0, and return one of them in V·s/m (A·s/m), row 0 at y = 0.
  void restart_maps();
  std::vector<std::complex<double>> map(int k);

  // The ledger continues through apply() and restarts with the field. Throws OutOfMemory.
  void set_ledger(bool on);
  EnergyLedger ledger();

  // Save the current state, into `reuse`'s memory if it fits, and restore it. Restoring needs a grid of the same size
  // with the same Δt and boundaries, and shortens the probes' series. Throws OutOfMemory, EngineError.
  // StateFor::host: Checkpoint::engine is from Fields::save_for_host().
  Checkpoint checkpoint(Checkpoint reuse = {}, StateFor whom = StateFor::same_engine);
  void restore(const Checkpoint& checkpoint);

  // Steps and seconds of the kernels, summed since the last call.
  struct Speed {
    std::uint64_t steps = 0;
    double seconds = 0;
  };
  Speed take_speed();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Applies the scene's [run] to the solver. Returns the reason if that fails, or an empty string. After a failure the
// engine uses its own kernels.
std::string apply_preset(Solver& solver);

}  // namespace ez
