// Records the field along the window's line cut: its current values and those of the last period.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "app/model/state.h"
#include "solver/compare/comparison.h"
#include "solver/gas/tube.h"

namespace ez {

class LineWatch {
 public:
  // Called once a frame while no batch is running. Records the active pane along the cut of State::view into
  // State::cut. `altered`: the run differs from what its start alone would produce (Timeline::altered()), so that its
  // theory is unknown.
  void follow(State& state, Comparison& runs, bool altered = false);
  // Looks at the initial state of the runs. Returns true if a pane's shock tube has changed since the last call, or is
  // no longer one.
  bool other_tubes(const Comparison& runs);

 private:
  // A 64th of a period, or a step if that is longer.
  struct Moment {
    double time = 0;                   // s
    std::vector<double> first, peaks;  // values at `time`, and the largest |value| since then
    std::vector<double> squares = {};  // sum of value² since then
    double samples = 0;                // number of steps in the sums
  };
  void add(const Comparison::Watched& seen, double period);
  // `span`: length of a period or of its replacement, in s. `dt`: length of a step, in s.
  void write_trace(CutTrace& out, std::optional<double> period, double span, double dt) const;
  void follow_gas(State& state, Solver& solver, bool altered);

  int pane_ = -1;
  std::vector<Node> nodes_;
  std::deque<Moment> past_;  // the last period, including the entry in which it began
  std::vector<double> now_;
  double time_ = 0;  // s: time of now_
  struct Start {
    std::shared_ptr<const gas::GasProblem> gas;
    std::optional<gas::Tube> tube;
  };
  std::vector<Start> starts_;  // initial state of each pane's gas
};

}  // namespace ez
