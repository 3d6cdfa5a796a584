// Averages the flow of power at places a few pixels apart all over the picture.
#pragma once

#include "app/model/state.h"
#include "app/ui/interface.h"
#include "solver/run/solver.h"

namespace ez {

class FlowWatch {
 public:
  // Called once a frame while no batch is running. Samples E×H if ViewState::arrows asks for it, and writes the average
  // to State::flow.
  void follow(State& state, Solver& solver, const ScreenRect& picture);

 private:
  std::vector<Node> nodes_;
  std::vector<Vec2> sums_;
  double weight_ = 0;  // weight of the samples in the averages
  double time_ = 0;    // s: time of the last sample
};

}  // namespace ez
