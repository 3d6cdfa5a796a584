// Several runs in lock-step: one for each variant of a scene, and the reference runs for measuring reflection. The
// program's panes and its reflection measurement both use this.
//
// Panes of equal Δt make the same steps. Others follow the time of the first one, to half of their own step. One
// reference run serves all panes with equal grid, Δt, media, sources and opened sides.
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

  // Throws OutOfMemory if the panes do not fit, and std::invalid_argument if a variant is invalid. Here and below,
  // `known` may be the scene's media if the caller has them.
  Comparison(EngineMaker maker, const Scene& scene, const SharedMedia& known = {});
  ~Comparison();
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;
  Comparison(Comparison&&) noexcept;
  Comparison& operator=(Comparison&&) noexcept;

  int panes() const;  // 1 without variants
  Solver& pane(int k);
  const Solver& pane(int k) const;
  const std::string& name(int k) const;  // the variant's name, or empty

  // Applies an edit to all runs. Each pane keeps its field if Solver::apply() would, and so do the reference runs,
  // which receive the edit at the same step.
  //
  // Some edits restart all runs together from zero: panes that are added or removed, another grid, or a
  // reference run that has to be rebuilt. A rebuild is needed after switching reflection on, other sides or
  // another margin, or if panes can no longer share a run. `restarted` reports this. If only the last panes are
  // removed and there are no reference runs, the others continue. If a reference run has no memory for an edit,
  // it is removed and the panes continue.
  struct Applied {
    ApplyReport report;  // of the pane with the worst result
    bool restarted = false;
    Text message;  // why it restarted, or why there is no reference run and which grid would fit
  };
  Applied apply(const Scene& scene, const SharedMedia& known = {});
  void reset();

  // Queues a batch. `steps` counts pane 0's steps. `until` is as in Solver::advance().
  void advance(int steps, double until = std::numeric_limits<double>::infinity());

  // watch() sets the nodes of one pane whose main array is recorded after every step; empty: nothing is recorded.
  // Setting the same nodes again changes nothing. Other nodes discard the samples not yet taken. take_watched() returns
  // the samples since the last call.
  void watch(int pane, const std::vector<Node>& nodes);
  struct Watched {
    std::vector<double> times, values;  // s, one for each step; steps × nodes, V/m (A/m)
  };
  Watched take_watched();

  bool busy();
  void wait();

  // Adds or removes a reference run for the picture only, for a scene whose reflection is not measured. It has no
  // meter, and the panes keep their fields. It starts from zero and repeats the panes' edits at their original steps.
  // Until it has caught up, advance() advances only this run, and the panes wait. If it cannot repeat the edits, there
  // is none until the next start, and reference_message() says so.
  void look(bool on);
  // Switches averaging of the square of every pane's main array, for Quantity::intensity. Starts when switched on.
  void average(bool on);
  int behind() const;  // number of steps that the reference run still lacks

  // Returns the reference run. It exists if reflection is measured (Scene::reflection.on)
  // or look() is on, and if it fits.
  Solver* reference(int k);
  double reference_bytes() const;
  // Returns the time in s until which all meters' readings are valid. Infinite without a meter.
  double all_valid_until() const;
  // Why a reference run is missing, and what would fit; empty if none is missing.
  const std::string& reference_message() const;
  // Return the array that pane k's picture subtracts for Quantity::residual: its reference run's, or another pane's.
  PictureReference minus_reference(int k);
  PictureReference minus_pane(int k, int other);
  // Returns Quantity::residual of pane k at every node, in the format of Solver::field().
  // Zeros without a reference run.
  std::vector<double> residual(int k);
  ReflectionReading reading(int k, std::optional<double> frequency = std::nullopt);

  // monitors() returns the measurements of pane k's monitors. monitor_message() returns why a monitor that subtracts
  // the empty scene cannot do so, or an empty string. Edits of what the monitors measure restart them.
  const Monitors& monitors(int k);
  const std::string& monitor_message(int k) const;

  // A scene that a run switched to before its next step.
  struct Edit {
    std::uint64_t step = 0;
    Scene scene;
    bool operator==(const Edit&) const = default;
  };
  using Edits = std::vector<std::shared_ptr<const Edit>>;
  // Save the state of every run and meter, into `reuse`'s memory, and restore it, to an earlier or a later time. Panes,
  // grids, Δt and boundaries must be the same. While reflection is measured, the reference runs must be the same too.
  // Throws OutOfMemory, EngineError. StateFor: see Solver::checkpoint().
  struct Moment {
    std::vector<Checkpoint> panes, references;
    std::vector<std::optional<ReflectionMeter>> meters;
    std::vector<Monitoring::Moment> monitors;  // by pane
    std::vector<Edits> edits;                  // by pane, since its start
  };
  Moment checkpoint(Moment reuse = {}, StateFor whom = StateFor::same_engine);
  void restore(const Moment& moment);
  // Adds a last pane to a state of runs with one pane less, as a copy of pane `of`. The current state of the last pane
  // is lost. Throws OutOfMemory, EngineError.
  Moment widened(Moment moment, int of);
  // Removes the last pane from a state. Only for several panes without reference runs.
  static Moment narrowed(Moment moment);

  // Returns the steps of all panes and the seconds of all runs, including reference runs, since the last call. On the
  // CPU batches run one after another, so it is their sum. On a GPU they run in parallel, so it is the longest time.
  Solver::Speed take_speed();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez
