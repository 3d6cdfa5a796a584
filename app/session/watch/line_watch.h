// Keeps what the field does along the window's line cut: the moment, and the last period.
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
  // Once a frame, when no batch is under way: has the active pane recorded along State::view's cut, and tells
  // State::cut. `altered`: what runs is no longer what its start makes of it (Timeline::altered()), and what it must be
  // is not known.
  void follow(State& state, Comparison& runs, bool altered = false);
  // Looks at what the runs start with. True where a pane's tube is another than when this was last asked, or none.
  bool other_tubes(const Comparison& runs);

 private:
  // A 64th of a period, or a step where that is longer.
  struct Moment {
    double time = 0;                   // s
    std::vector<double> first, peaks;  // the values at `time`; the largest |value| since
    std::vector<double> squares = {};  // sum of value² since then
    double samples = 0;                // of so many steps
  };
  void add(const Comparison::Watched& seen, double period);
  // `span`: of a period, or what stands for one, s; `dt`: of a step.
  void tell(CutTrace& out, std::optional<double> period, double span, double dt) const;
  void follow_gas(State& state, Solver& solver, bool altered);

  int pane_ = -1;
  std::vector<Node> nodes_;
  std::deque<Moment> past_;  // the last period, and the moment in which it began
  std::vector<double> now_;
  double time_ = 0;  // s, of now_
  struct Start {
    std::shared_ptr<const gas::GasProblem> gas;
    std::optional<gas::Tube> tube;
  };
  std::vector<Start> starts_;  // of each pane's gas
};

}  // namespace ez
