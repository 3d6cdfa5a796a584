// Keeps what the field does along the window's line cut: the moment, and the last period.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "app/state/state.h"
#include "solver/compare/comparison.h"
#include "solver/gas/tube.h"

namespace ez {

class LineWatch {
 public:
  // Once a frame, when no batch is under way: has the active pane recorded along State::view's cut, and tells
  // State::cut.
  void follow(State& state, Comparison& runs);
  // What runs was changed from outside: what it must be is not known until it starts over.
  void disturbed() { disturbed_ = true; }

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
  void follow_gas(State& state, Solver& solver);
  const gas::Tube* tube(const Solver& solver);

  int pane_ = -1;
  std::vector<Node> nodes_;
  std::deque<Moment> past_;  // the last period, and the moment in which it began
  std::vector<double> now_;
  double time_ = 0;                               // s, of now_
  std::shared_ptr<const gas::GasProblem> known_;  // what tube_ is of
  std::optional<gas::Tube> tube_;
  bool disturbed_ = false;
};

}  // namespace ez
