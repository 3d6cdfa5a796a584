// The part of the state that belongs to designs. The window works on the first design of the scene.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/model/state.h"
#include "solver/design/structure.h"

namespace ez {

// Progress of the design by pulses in the background.
struct FinishProgress {
  double fraction = 0;  // of the work, 0 … 1
  std::vector<DesignIteration> made;
  bool done = false;
  std::string failed;  // the reason of a failure; empty: none
};

struct DesignState {
  enum class Run { paused, once, running } run = Run::paused;
  std::vector<DesignIteration> made;  // improvements of the live design
  std::optional<FinishProgress> finish;
  bool shows_gains = false;
  // How much the goal grows per density added at each node of the region, row by row from the bottom, as a part of the
  // largest value. Empty until the live design has made an improvement.
  std::vector<float> gains;
  int generation = 0;  // counts the structures: the session's part forgets its structure when this has changed
};

// Returns the design that the window works on; null if the scene has none.
inline const Design* open_design(const Scene& scene) {
  return scene.designs.empty() ? nullptr : &scene.designs.front();
}

// Returns why the present scene cannot be designed, and what to do; empty if it can.
Text why_no_design(const State& s);

}  // namespace ez
