// Several runs in lock-step: one per variant of a scene, and the reference runs that reflection is measured against.
// Panes side by side and the measurement of reflection are both this.
//
// Panes of equal Δt make the same steps; others follow the first one in time, to half a step of their own. One
// reference run serves all panes whose grid, Δt, media, sources and opened sides are equal.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/engine/backend.h"
#include "solver/measure/monitors/monitoring.h"
#include "solver/measure/reflection.h"
#include "solver/run/solver.h"

namespace ez {

class Comparison {
 public:
  using EngineMaker = ez::EngineMaker;

  // Throws OutOfMemory when the panes do not fit, std::invalid_argument when a variant is wrong.
  Comparison(EngineMaker maker, const Scene& scene);
  ~Comparison();
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;
  Comparison(Comparison&&) noexcept;
  Comparison& operator=(Comparison&&) noexcept;

  int panes() const;  // 1 without variants
  Solver& pane(int k);
  const Solver& pane(int k) const;
  const std::string& name(int k) const;  // the variant's, or empty

  // Each pane keeps its field where Solver::apply would, and so do the reference runs: an edit reaches them at the same
  // step. Panes that come or go, another grid, a reference run that has to be made anew (reflection switched on, other
  // sides or margin, panes that shared one and no longer can) make every run start from zero together: `restarted` says
  // so. Only where the last panes go, and there are no reference runs, the others run on. A reference run without
  // memory for an edit goes, and the panes run on.
  struct Applied {
    ApplyReport report;  // of the pane that fared worst
    bool restarted = false;
    Text message;  // why it restarted, or why there is no reference run and what would fit
  };
  Applied apply(const Scene& scene);
  void reset();

  // Of pane 0. `until` as Solver::advance() has it.
  void advance(int steps, double until = std::numeric_limits<double>::infinity());

  // Nodes of one pane whose main array is recorded after every step; none: nothing is. The same nodes again change
  // nothing, others drop what was not taken. What was recorded since the last call:
  void watch(int pane, const std::vector<Node>& nodes);
  struct Watched {
    std::vector<double> times, values;  // s, one a step; steps × nodes, V/m (A/m)
  };
  Watched take_watched();

  bool busy();
  void wait();

  // A reference run for the picture alone, of a scene whose reflection is not measured: no meter, and the panes keep
  // their fields. It starts from zero and takes the panes' edits at the steps they were made at; until it has caught
  // up, advance() is its alone and the panes stand. Where it cannot follow there is none until the next start, and
  // reference_message() says so.
  void look(bool on);
  // Whether every pane averages the square of its main array too, for Quantity::intensity. Begins when switched on.
  void average(bool on);
  int behind() const;  // steps that the reference run is short of

  // Present while reflection is measured (Scene::reflection.on) or looked at, and the reference run fits.
  Solver* reference(int k);
  double reference_bytes() const;
  // s, the least over all meters: what they read until then is valid. Infinite without one.
  double all_valid_until() const;
  const std::string& reference_message() const;  // why one is wanting, and what would fit; empty when none is
  // What pane k's picture subtracts for Quantity::residual: its reference run, or another pane.
  PictureReference minus_reference(int k);
  PictureReference minus_pane(int k, int other);
  // Quantity::residual of pane k at every node, as Solver::field() has the others; zeros without a reference run.
  std::vector<double> residual(int k);
  ReflectionReading reading(int k, std::optional<double> frequency = std::nullopt);

  // What pane k's monitors have measured; and why one that subtracts the empty room cannot, or an empty string. Edits
  // of what they see begin it anew.
  const Monitors& monitors(int k);
  const std::string& monitor_message(int k) const;

  // A scene that a run took over before its next step.
  struct Edit {
    std::uint64_t step = 0;
    Scene scene;
    bool operator==(const Edit&) const = default;
  };
  using Edits = std::vector<std::shared_ptr<const Edit>>;
  // A copy of this moment, of every run and meter, into `reuse`'s memory; and back to it, or forward again, while
  // panes, grids, Δt and walls are the same, and reference runs where they are measured with. Throws OutOfMemory,
  // EngineError.
  struct Moment {
    std::vector<Checkpoint> panes, references;
    std::vector<std::optional<ReflectionMeter>> meters;
    std::vector<Monitoring::Moment> monitors;  // by pane
    std::vector<Edits> edits;                  // likewise, since its start
  };
  Moment checkpoint(Moment reuse = {});
  void restore(const Moment& moment);
  // A moment of runs that had one pane less, with its pane `of` once more as the last one; what the last pane is now is
  // lost. Throws OutOfMemory, EngineError.
  Moment widened(Moment moment, int of);
  // The same moment as of runs that had their last pane never; of several panes without reference runs.
  static Moment narrowed(Moment moment);

  // Steps of all panes, and seconds that they and the reference runs took, since the last call: on the CPU, where
  // batches follow one another, their sum; on a GPU, where they run side by side, the longest.
  Solver::Speed take_speed();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez
