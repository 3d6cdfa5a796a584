// Keeps the average flow of power at places a few pixels apart all over the picture.
#pragma once

#include "app/model/state.h"
#include "app/ui/interface.h"
#include "solver/run/solver.h"

namespace ez {

class FlowWatch {
 public:
  // Once a frame, when no batch is under way: looks at E×H where ViewState::arrows asks for it, and tells State::flow.
  void follow(State& state, Solver& solver, const ScreenRect& picture);

 private:
  std::vector<Node> nodes_;
  std::vector<Vec2> sums_;
  double weight_ = 0;  // of the samples in them
  double time_ = 0;    // s, of the last sample
};

}  // namespace ez
