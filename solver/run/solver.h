// The solver: one scene running on one engine. Edits go through apply(), which compares scenes itself and keeps the
// field whenever the grid stays.
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
#include "solver/scene/scene.h"

namespace ez {

enum class Tier { nothing, numbers, geometry, grid };

struct ApplyReport {
  Tier tier = Tier::nothing;
  bool refused = false;     // the old scene runs on
  std::string message;      // why, and the largest grid that fits
  std::string scheme = {};  // why the kernel scheme that ran does so no longer; empty when it does
};

struct ProbeSamples {
  bool restarted = false;        // a new series: what was taken before belongs to another place or run
  std::uint64_t first_step = 0;  // values[k] is Ez after first_step + k steps; the first ever has first_step = 1
                                 // below what was taken before: those values were taken back by restore()
  std::vector<double> values;
  std::vector<double> times = {};  // s, of each value, where Δt varies; empty: (step)·Δt
};

// What a Gather has gathered. H is that of half a step before its sample's time.
struct Gathered {
  std::vector<double> times;   // s, one a sample
  std::vector<double> values;  // samples × points, in physical units: V/m and A/m
  double interval = 0;         // s from one sample to the next
};

// The state of a run, to go back to. Holds for the scene it was taken of, edits of waveforms and media included.
struct Checkpoint {
  std::unique_ptr<EngineState> engine;
  double start = 0, time = 0;
  std::uint64_t base = 0, step = 0;
  SourceSignals signals;
};

class Solver {
 public:
  // Throws OutOfMemory when the scene does not fit. The scene has passed validate().
  Solver(std::unique_ptr<Engine> engine, Scene scene, const Padding& padding = {});
  ~Solver();
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  const Scene& scene() const;  // as given, without the padding
  const Padding& padding() const;
  const EngineInfo& info() const;
  Engine& engine();

  // Tiers: numbers (coefficients, sources, walls) and geometry (shapes, within the dirty rectangle) keep the field;
  // another grid, cell, polarization or precision starts from zero. What does not fit is refused: the old scene runs on
  // with its field, and the report says so.
  ApplyReport apply(const Scene& scene);
  void reset();  // the field as the scene starts with it, t = 0

  // Queues a batch and returns at once. Every other call but busy() waits for it. A gas or heat makes no step beyond
  // `until`, s, which it meets exactly, nor beyond one that fails (health()); step() counts those that were made.
  void advance(int steps, double until = std::numeric_limits<double>::infinity());
  bool busy();
  void wait();

  std::uint64_t step() const;  // finished and queued steps
  double dt() const;           // of a gas the last one's
  double time() const;         // s; step·Δt unless Δt was changed on the way. Of a gas that is computing, about

  PictureStats draw(const PictureWindow& window, float* pixels);
  Health health();
  // ny·nx values in physical units, row 0 at y = 0, as the .npy files hold them. Zeros for the residual, which needs
  // another run to subtract: see PictureWindow::minus.
  std::vector<double> field(Quantity quantity);
  // One value, at a node of the whole grid (with the padding); 0 outside.
  double value_at(Quantity quantity, Node node, int map = 0);
  // E×H at these nodes of the whole grid as it is now, W/m², E and H half a step apart; 0 on and beyond the walls. Of a
  // gas its velocity, m/s.
  std::vector<Vec2> flow(const std::vector<Node>& nodes);
  const NodeMap& nodes() const;  // palette index per node (host)
  const Problem& problem() const;

  // The kernels that make the step (solver/scene/scheme.h); the field stays. Returns why not, or an empty string. An
  // edit that the scheme cannot do brings `auto` back; its report's `scheme` says why.
  std::string set_scheme(const SchemeChoice& choice);

  // Samples since the last call, one entry per probe of the scene; a new or moved probe starts a new series.
  std::vector<ProbeSamples> take_probes();
  // Nodes of the scene (without the padding) whose main array is recorded every step beside the probes. Takes effect at
  // once; samples not yet taken are dropped.
  void set_taps(std::vector<Node> taps);
  struct TapSamples {
    std::uint64_t first_step = 0;  // values[k·taps + n] is tap n after first_step + k steps
    std::vector<double> values;
    std::vector<double> times = {};  // s, of each step, where Δt varies
  };
  TapSamples take_taps();

  // Nodes of the scene (without the padding). Takes effect at once; samples not yet taken are dropped, and so are they,
  // with the points, where apply() comes to another grid. Throws OutOfMemory.
  void set_gather(Gather gather);
  const Gather& gather() const;
  Gathered take_gathered();
  // The gather's maps begin at 0 once more; what one holds, V·s/m (A·s/m), row 0 at y = 0.
  void restart_maps();
  std::vector<std::complex<double>> map(int k);

  // Kept over apply(); starts anew with the field. Throws OutOfMemory.
  void set_ledger(bool on);
  EnergyLedger ledger();

  // A copy of this moment, into `reuse`'s memory when it fits; and back to it, on a grid of the same size with the same
  // Δt and walls. The probes' series are cut back. Throws OutOfMemory, EngineError.
  Checkpoint checkpoint(Checkpoint reuse = {});
  void restore(const Checkpoint& checkpoint);

  // Steps and seconds the kernels took, summed since the last call.
  struct Speed {
    std::uint64_t steps = 0;
    double seconds = 0;
  };
  Speed take_speed();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Makes the solver compute as its scene's [run] likes. Returns why it does not, or an empty string; the engine's own
// kernels run then.
std::string apply_preset(Solver& solver);

}  // namespace ez
