// Keeps what the field does along the window's line cut: the moment, and the last period.
#pragma once

#include <deque>
#include <vector>

#include "app/state/state.h"
#include "solver/compare/comparison.h"

namespace ez {

class LineWatch {
 public:
  // Once a frame, when no batch is under way: has the active pane recorded along State::view's cut, and tells
  // State::cut.
  void follow(State& state, Comparison& runs);

 private:
  // A 64th of a period, or a step where that is longer.
  struct Moment {
    double time = 0;                   // s
    std::vector<double> first, peaks;  // the values at `time`; the largest |value| since
  };
  void add(const Comparison::Watched& seen, double period);
  void tell(CutTrace& out, std::optional<double> period) const;

  int pane_ = -1;
  std::vector<Node> nodes_;
  std::deque<Moment> past_;  // the last period
  std::vector<double> now_;
  double time_ = 0;  // s, of now_
};

}  // namespace ez
